import { requireActingRole } from '#shared/domain/cluster-access/acting-role';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Caller } from '#shared/domain/organizations/caller';
import { BackendContractBroken, NotAllowed } from '#shared/errors';
import type { ActingRancher } from '#shared/ports/rancher/acting-rancher';
import type { Store } from '#shared/ports/store';
import { rancherSettingsOf } from '../providers/settings-of.ts';
import { type ActingAs, type ActingDeps, ensureActingAccount } from './acting-account.ts';

type Deps = ActingDeps & { store: Pick<Store, 'settings'> };

/** How long refusals are repeated after bindings were made. A real Rancher 2.15 applied them after 1.1 s. */
const PATIENCE_MS = 4_000;

/**
 * Opens a session in which everything in the cluster is done as the caller, with exactly the roles that the caller has
 * there. So Rancher and the cluster's own RBAC decide. Throws NotAllowed if the caller has no role in the cluster, or is
 * disabled here or in Rancher. Throws BackendContractBroken if Rancher does not let Paddock act as the account: without
 * this check, Paddock would silently act with all rights of its own key.
 * @param isPatient whether refusals are repeated for a moment, because the work itself changes who has rights
 */
export async function actAsCaller(
  deps: Deps,
  caller: Caller,
  cluster: Cluster,
  { isPatient = false } = {},
): Promise<ActingRancher> {
  const role = requireActingRole(caller, cluster);
  if (!caller.user.isActive) throw new NotAllowed();
  const settings = await rancherSettingsOf(deps, cluster.settingsUuid);
  const rancher = await deps.rancher.open(settings);
  const { backendId: clusterId } = cluster;
  const openAs = ({ accountId, isNew }: ActingAs) =>
    deps.rancher.openAs({ settings, accountId, clusterId, patienceMs: isNew || isPatient ? PATIENCE_MS : 0 });
  const review = async (as: ActingAs) => {
    const self = await (await openAs(as)).readSelf(clusterId);
    if (self === as.accountId) return;
    throw new BackendContractBroken(
      `Rancher ${settings.name} does not let Paddock act for users: it took Paddock for ${self} instead of ${as.accountId}.`,
    );
  };
  return openAs(await ensureActingAccount(deps, { rancher, cluster, user: caller.user, role }, review));
}
