import { stepCall } from '#shared/contracts/steps';
import type { Logger } from '#shared/ports/runtime';
import type { Step } from './implement.ts';

/** Steps of one Lambda differ in input and output; parsing at the edge makes each call sound. */
type AnyStep<D> = Step<D, never, unknown>;

/**
 * The entry of a steps Lambda: finds the step, parses its input, runs it, parses its output. An error leaves as it is:
 * its name is what the state machine retries or catches. Inputs are not logged: a watch's holds a task token.
 */
export function stepHandler<D extends { log: Logger }>(
  depsFor: (correlationId: string) => D,
  steps: readonly AnyStep<D>[],
): (event: unknown) => Promise<unknown> {
  const byName = new Map(steps.map((step) => [step.contract.name, step]));
  return async (event) => {
    const { step: name, correlationId, input } = stepCall.parse(event);
    const step = byName.get(name);
    if (!step) throw new Error(`no step is called ${name} here`);
    const deps = depsFor(correlationId);
    const parsed = step.contract.input.parse(input);
    const about = {
      step: name,
      operationUuid: input.operationUuid,
      clusterUuid: input.clusterUuid,
      nodeUuid: input.nodeUuid,
    };
    try {
      const output = step.contract.output.parse(await step.run(deps, parsed));
      deps.log.info('step done', about);
      return output;
    } catch (error) {
      deps.log.warn('step failed', { ...about, error });
      throw error;
    }
  };
}
