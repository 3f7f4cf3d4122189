import { unfenced } from '#shared/app/_core/steps/implement';
import { listProviders as providersOf } from '#shared/app/providers/list-providers';
import type { SyncDeps } from '#shared/app/providers/sync-job';
import { steps } from '#shared/contracts/steps';
import { LOG } from '#shared/contracts/telemetry';
import type { Metrics } from '#shared/ports/runtime';
import { syncProvider as pass } from '../sync-provider.ts';

const NOTHING = { written: 0, removed: 0, failed: 0 };

export const syncProvider = unfenced(steps.access.syncProvider, async (deps: AccessDeps, target) => {
  const report = await pass(deps, target);
  if (report?.stopped) deps.metrics.add('SyncsStopped', 1, {});
  const { written, removed, failed } = report ?? NOTHING;
  return { done: report !== undefined, written, removed, failed, stopped: report?.stopped !== undefined };
});

type AccessDeps = SyncDeps & { metrics: Metrics; keptMs: number };

export const listProviders = unfenced(steps.access.listProviders, async (deps: AccessDeps, { job }) => ({
  providers: await providersOf(deps, job),
}));

/**
 * Logs and counts the failures of a job, one for each provider at which the job has failed. This step runs at the end
 * of the state machine. By then, the job has used up its attempts at these providers.
 */
export const reportFailures = unfenced(
  steps.access.reportFailures,
  async ({ metrics, log }: AccessDeps, { job, failures }) => {
    for (const failure of failures) log.error(LOG.syncFailed, { job, ...failure });
    metrics.add('SyncFailures', failures.length, { Job: job });
    return {};
  },
);
