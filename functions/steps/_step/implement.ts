import type { StepContract } from '#shared/contracts/steps';

/** A step made real. Safe to repeat, fenced by the operation (design decision 5). */
export type Step<D, I, O> = {
  contract: StepContract<I, O>;
  run(deps: D, input: I): Promise<O>;
  /** `run` with input and output parsed by the contract: how the Lambda calls it. */
  call(deps: D, input: unknown): Promise<unknown>;
};

export function implement<D, I, O>(contract: StepContract<I, O>, run: Step<D, I, O>['run']): Step<D, I, O> {
  return {
    contract,
    run,
    call: async (deps, input) => contract.output.parse(await run(deps, contract.input.parse(input))),
  };
}
