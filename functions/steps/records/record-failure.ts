import { failOrder, noteFailure } from '#shared/app/fail-order';
import { steps } from '#shared/contracts/steps';
import { failureOf } from '#shared/domain/failure';
import { countFailedOrder } from '#shared/runtime/count-failed-order';
import { implement } from '../_step/implement.ts';
import type { RecordsDeps } from './records-deps.ts';

/**
 * Writes what went wrong where a user sees it: on cluster, resource, order and timeline (design decision 10). A cluster that is
 * erred has been written already: by the attempt before this one, or by a child machine, which knew the reason better than
 * its parent does.
 */
export const recordFailure = implement(steps.records.recordFailure, async (deps: RecordsDeps, input, cluster) => {
  const caught = { error: input.error, cause: input.cause, step: input.failedStep };
  const isWritten = cluster.state === 'ERRED';
  const lastError = (isWritten && cluster.lastError) || failureOf(caught, deps.clock.now().toISOString());
  if (!isWritten) {
    await failOrder(deps, cluster, lastError);
    countFailedOrder(deps.metrics, lastError);
  }
  await noteFailure(deps, input, lastError);
  return {};
});
