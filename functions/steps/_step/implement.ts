import type { StepContract } from '#shared/contracts/steps';

/** A step made real: its contract and the function that does it. Safe to repeat, fenced by the operation (design decision 5). */
export type Step<D, I, O> = { contract: StepContract<I, O>; run: (deps: D, input: I) => Promise<O> };

export function implement<D, I, O>(contract: StepContract<I, O>, run: Step<D, I, O>['run']): Step<D, I, O> {
  return { contract, run };
}
