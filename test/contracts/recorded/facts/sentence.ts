/**
 * One measurement of a real Rancher 2.15.0, and the evidence that the simulator behaves the same. A number is the id of
 * a recorded exchange. A pair is the first and last id of a range. A text is the title of a test. `leftOut` is the
 * reason why there is no evidence.
 */
export type Sentence = { says: string; shown: readonly Evidence[] } | { says: string; leftOut: string };
export type Evidence = number | readonly [first: number, last: number] | string;
export type Facts = Readonly<Record<number, readonly Sentence[]>>;

export const isShown = (sentence: Sentence): sentence is Sentence & { shown: readonly Evidence[] } =>
  'shown' in sentence;
