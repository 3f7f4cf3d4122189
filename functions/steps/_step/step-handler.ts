import type { Context } from 'aws-lambda';
import { stepCall } from '#shared/contracts/steps';
import { LOG } from '#shared/contracts/telemetry';
import { withStepDeadline } from '#shared/deadline';
import type { Actor } from '#shared/domain/audit/actor';
import type { Logger, Metrics } from '#shared/ports/runtime';
import { actingAs } from '#shared/runtime/acting-user';
import { observe, type Telemetry } from '#shared/runtime/telemetry';

type CallableStep<D> = { contract: { name: string }; call(deps: D, input: unknown): Promise<unknown> };

/**
 * Errors that are left out of the metric `StepFailures`. Conflicts and busy providers are retried, and a superseded
 * operation has nothing left to do.
 */
const EXPECTED = ['Conflict', 'ProviderBusy', 'Superseded'];

function countFailure(metrics: Metrics, step: string, error: unknown): void {
  const name = error instanceof Error ? error.name : 'Error';
  if (!EXPECTED.includes(name)) metrics.add('StepFailures', 1, { Step: step, Error: name });
}

/**
 * Returns the ids for logs and traces. Other fields are left out, because the input of some steps contains a task
 * token.
 */
function idsOf({ operationUuid, clusterUuid, nodeUuid }: Record<string, unknown>): Record<string, string> {
  const given = Object.entries({ operationUuid, clusterUuid, nodeUuid });
  return Object.fromEntries(given.flatMap(([name, id]) => (typeof id === 'string' ? [[name, id]] : [])));
}

/** The actor in a step's audit events. It consists of the step, its operation, and the API call's correlation id. */
function actorOf(name: string, correlationId: string, { operationUuid }: Record<string, unknown>): Actor {
  return { kind: 'step', name, correlationId, ...(typeof operationUuid === 'string' && { operationUuid }) };
}

type Life = Pick<Context, 'getRemainingTimeInMillis'>;

/**
 * The entry of a steps Lambda: finds the step by its name and calls it. Errors are thrown unchanged, because the state
 * machine retries or catches them by name. Shortly before the function's time limit, the step fails with
 * BackendUnavailable. At the limit, Lambda would stop the function without giving a reason.
 */
export function stepHandler<D extends { log: Logger }>(
  depsFor: (correlationId: string) => D & Pick<Telemetry, 'metrics' | 'tracer'>,
  steps: readonly CallableStep<D>[],
): (event: unknown, life: Life) => Promise<unknown> {
  const byName = new Map(steps.map((step) => [step.contract.name, step]));
  return async (event, life) => {
    const { step: name, correlationId, input } = stepCall.parse(event);
    const step = byName.get(name);
    if (!step) throw new Error(`this function has no step ${name}`);
    const deps = depsFor(correlationId);
    const about = { step: name, ...idsOf(input) };
    const startedMs = performance.now();
    return observe(deps, name, { ...about, correlationId }, async () => {
      try {
        const work = () => actingAs(actorOf(name, correlationId, input), () => step.call(deps, input));
        const output = await withStepDeadline(life.getRemainingTimeInMillis(), work);
        deps.log.info(LOG.stepDone, about);
        return output;
      } catch (error) {
        deps.log.warn(LOG.stepFailed, { ...about, error });
        countFailure(deps.metrics, name, error);
        throw error;
      } finally {
        deps.metrics.add('StepDuration', performance.now() - startedMs, { Step: name });
      }
    });
  };
}
