import { type FaultCase, nameOf, sampleOf } from './matrix.ts';

export type Selection = {
  /** The number of cases to draw; all of them without it. */
  sample?: number;
  seed: number;
  /** A case's name, or words that must all be in it, as in `vault POST`; given more than once, one of them has to fit. */
  only: string[];
};

/**
 * What is run of a matrix, shuffled: cases that mostly wait are then spread among those that mostly work. Those that need a
 * cloud of their own come first, so that they share it.
 */
export function chosenCases(all: readonly FaultCase[], { only, sample, seed }: Selection): FaultCase[] {
  const names = new Set(all.map(nameOf));
  // A whole name is that case and no other one, although `#1` is in `#11` too.
  const fits = (name: string, wanted: string) =>
    names.has(wanted) ? name === wanted : wanted.split(' ').every((word) => name.includes(word));
  const named = all.filter((one) => only.some((wanted) => fits(nameOf(one), wanted)));
  const drawn = sampleOf(named, sample ?? named.length, seed);
  const isFirst = ({ position }: FaultCase) => position.firstTimeOnly;
  return [...drawn.filter(isFirst), ...drawn.filter((one) => !isFirst(one))];
}
