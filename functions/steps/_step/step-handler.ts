import { stepCall } from '#shared/contracts/steps';
import type { Logger } from '#shared/ports/runtime';

/** What the handler needs of a step, whatever its input and output are. */
type CallableStep<D> = { contract: { name: string }; call(deps: D, input: unknown): Promise<unknown> };

/**
 * The entry of a steps Lambda: finds the step by name and calls it. An error leaves as it is: its name is what the state
 * machine retries or catches. Inputs are not logged whole: a watch's holds a task token.
 */
export function stepHandler<D extends { log: Logger }>(
  depsFor: (correlationId: string) => D,
  steps: readonly CallableStep<D>[],
): (event: unknown) => Promise<unknown> {
  const byName = new Map(steps.map((step) => [step.contract.name, step]));
  return async (event) => {
    const { step: name, correlationId, input } = stepCall.parse(event);
    const step = byName.get(name);
    if (!step) throw new Error(`no step is called ${name} here`);
    const deps = depsFor(correlationId);
    const { operationUuid, clusterUuid, nodeUuid } = input;
    const about = { step: name, operationUuid, clusterUuid, nodeUuid };
    try {
      const output = await step.call(deps, input);
      deps.log.info('step done', about);
      return output;
    } catch (error) {
      deps.log.warn('step failed', { ...about, error });
      throw error;
    }
  };
}
