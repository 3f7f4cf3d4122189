/**
 * One thing that was measured on a real Rancher 2.15.0, in our own words, and what shows that the simulator does the same: numbers are ids
 * of recorded exchanges, a pair is a first and a last one, text is the title of a test. What nothing shows is left out for a reason.
 */
export type Sentence = { says: string; shown: readonly Evidence[] } | { says: string; leftOut: string };
export type Evidence = number | readonly [first: number, last: number] | string;
export type Facts = Readonly<Record<number, readonly Sentence[]>>;

export const isShown = (sentence: Sentence): sentence is Sentence & { shown: readonly Evidence[] } =>
  'shown' in sentence;
