import { requireActingRole } from '#shared/domain/cluster-access/acting-role';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { assertInRancher } from '#shared/domain/clusters/cluster-assertions';
import type { Caller } from '#shared/domain/organizations/caller';
import type { RancherSessions } from '#shared/ports/rancher';
import type { KeyedRancher } from '#shared/ports/rancher/keyed-rancher';
import type { Clock, Ids } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { withTimeout } from '../../_core/with-timeout.ts';
import { withKeyOf } from '../../cluster-access/act-with-key.ts';
import type { ActingProjectsDeps } from '../../cluster-access/acting-projects.ts';
import { rancherSettingsOf } from '../../providers/settings-of.ts';

type Deps = ActingProjectsDeps & { store: Pick<Store, 'settings'>; rancher: RancherSessions; clock: Clock; ids: Ids };
const CHARTS_MS = 15_000;

/**
 * Reads charts of the cluster with exactly the rights that the caller has there. Rancher has charts only in Steve, where
 * it ignores an impersonation (docs/decisions/0112-charts-are-installed-with-a-key-of-the-callers-account.md). Throws
 * NotAllowed if the caller has no role inside the cluster.
 */
export async function chartsAsCaller<T>(
  deps: Deps,
  caller: Caller,
  cluster: Cluster,
  work: (charts: KeyedRancher) => Promise<T>,
): Promise<T> {
  const role = requireActingRole(caller, cluster);
  assertInRancher(cluster);
  const rancher = await deps.rancher.open(await rancherSettingsOf(deps, cluster.settingsUuid));
  return withTimeout(CHARTS_MS, () => withKeyOf({ ...deps, rancher }, cluster, { user: caller.user, role }, work));
}
