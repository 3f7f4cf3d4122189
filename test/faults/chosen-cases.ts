import { type FaultCase, nameOf, sampleOf } from './matrix.ts';

export type Selection = {
  /** The number of cases to draw at random. The default is all cases. */
  sample?: number;
  seed: number;
  /**
   * Each entry is the name of a case, or some words, such as `vault POST`. Words match a case if its name contains all
   * of them. A case is selected if at least one entry matches it.
   */
  only: string[];
};

/**
 * The cases of a run. They are shuffled to mix cases that wait with cases that need the processor. Cases that need a
 * new cloud come first, so that they share one cloud.
 */
export function chosenCases(all: readonly FaultCase[], { only, sample, seed }: Selection): FaultCase[] {
  const names = new Set(all.map(nameOf));
  // A complete name selects only that case. Otherwise `#1` would also match `#11`.
  const fits = (name: string, wanted: string) =>
    names.has(wanted) ? name === wanted : wanted.split(' ').every((word) => name.includes(word));
  const named = all.filter((one) => only.some((wanted) => fits(nameOf(one), wanted)));
  const drawn = sampleOf(named, sample ?? named.length, seed);
  const isFirst = ({ position }: FaultCase) => position.firstTimeOnly;
  return [...drawn.filter(isFirst), ...drawn.filter((one) => !isFirst(one))];
}
