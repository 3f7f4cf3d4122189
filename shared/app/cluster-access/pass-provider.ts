import { LOG } from '#shared/contracts/telemetry';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { PassJob, PassLease } from '#shared/domain/cluster-access/provider-passes';
import { ProviderBusy } from '#shared/errors';
import { inTime } from '../_core/in-time.ts';
import type { Pass, PassDeps, PassReport } from '../providers/pass.ts';
import { rancherSettingsOf } from '../providers/rancher-settings-of.ts';
import { syncRancherRoles } from '../providers/sync-rancher-roles.ts';
import { deleteLeftoverGroups } from './delete-leftover-groups.ts';
import { deleteLeftoverMemberships } from './delete-leftover-memberships.ts';
import { syncGroupBindings } from './sync-group-bindings.ts';
import { syncKeycloakUsers } from './sync-keycloak-users.ts';
import { syncRancherUsers } from './sync-rancher-users.ts';

type Deps = PassDeps & {
  /** Longer than the function of a pass can live. */
  keptMs: number;
};

const PASSES: Record<PassJob, Pass> = {
  sync_keycloak_users: syncKeycloakUsers,
  sync_rancher_roles: syncRancherRoles,
  delete_leftover_keycloak_groups: deleteLeftoverGroups,
  delete_leftover_keycloak_memberships: deleteLeftoverMemberships,
  sync_rancher_group_bindings: syncGroupBindings,
  sync_rancher_users: syncRancherUsers,
};

/**
 * One pass of a job over one provider, and no other at the same time. undefined where another run of the job is at it, which does the
 * work, or where another job is and this one comes again in a minute.
 * @throws ProviderBusy while another job is at it; the state machine comes again
 */
export async function passProvider(
  deps: Deps,
  { job, settingsUuid }: { job: PassJob; settingsUuid: Uuid },
): Promise<PassReport | undefined> {
  const { store, clock, ids, log, keptMs } = deps;
  const provider = await rancherSettingsOf(deps, settingsUuid);
  const heldUntil = new Date(clock.now().getTime() + keptMs).toISOString();
  const lease: PassLease = { settingsUuid, job, holder: ids.uuid(), heldUntil };
  if (!(await store.passes.begin(lease))) return demandTurn(deps, lease);
  try {
    const last = await store.passes.recall(settingsUuid, job);
    // None goes on when another may begin, and what one that fails has under way is stopped.
    const { report, memory } = await inTime(keptMs, () => PASSES[job](deps, provider, last));
    if (JSON.stringify(memory) !== JSON.stringify(last)) await store.passes.remember(settingsUuid, job, memory);
    const about = { job, settingsUuid, ...report };
    if (report.stopped) log.error(LOG.passStopped, about);
    else log.info(LOG.passDone, about);
    return report;
  } finally {
    await store.passes.end(lease);
  }
}

async function demandTurn({ store }: Deps, { settingsUuid, job }: PassLease): Promise<undefined> {
  if (job === 'sync_keycloak_users') return;
  const held = await store.passes.findLease(settingsUuid);
  if (held?.job !== job) throw new ProviderBusy(`provider ${settingsUuid} is being passed over by ${held?.job}`);
}
