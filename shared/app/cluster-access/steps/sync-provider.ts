import { unfenced } from '#shared/app/_core/steps/implement';
import { steps } from '#shared/contracts/steps';
import { syncProvider as pass } from '../sync-provider.ts';
import type { AccessDeps } from './access-deps.ts';

const NOTHING = { written: 0, removed: 0, failed: 0 };

export const syncProvider = unfenced(steps.access.syncProvider, async (deps: AccessDeps, target) => {
  const report = await pass(deps, target);
  if (report?.stopped) deps.metrics.add('SyncsStopped', 1, {});
  const { written, removed, failed } = report ?? NOTHING;
  return { done: report !== undefined, written, removed, failed, stopped: report?.stopped !== undefined };
});
