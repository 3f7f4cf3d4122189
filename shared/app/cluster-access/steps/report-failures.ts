import { unfenced } from '#shared/app/_core/steps/implement';
import { steps } from '#shared/contracts/steps';
import { LOG } from '#shared/contracts/telemetry';
import type { AccessDeps } from './access-deps.ts';

/** Runs at the end of the machine, when each job has used up its attempts. */
export const reportFailures = unfenced(
  steps.access.reportFailures,
  async ({ metrics, log }: AccessDeps, { job, failures }) => {
    for (const failure of failures) log.error(LOG.syncFailed, { job, ...failure });
    metrics.add('SyncFailures', failures.length, { Job: job });
    return {};
  },
);
