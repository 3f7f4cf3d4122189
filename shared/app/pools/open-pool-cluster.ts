import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Caller } from '#shared/domain/organizations/caller';
import type { Rancher, RancherSessions } from '#shared/ports/rancher';
import type { Store } from '#shared/ports/store';
import { getVisible, seenBy } from '../_core/get-visible.ts';
import { rancherSettingsOf } from '../providers/settings-of.ts';

export type PoolDeps = { store: Pick<Store, 'clusters' | 'settings' | 'tenants'>; rancher: RancherSessions };

/**
 * Finds a cluster that the caller sees, and opens a session with its Rancher. `session` is missing if the cluster was
 * never created in Rancher.
 */
export async function openPoolCluster(
  { store, rancher }: PoolDeps,
  caller: Caller,
  uuidText: string,
): Promise<{ cluster: Cluster; session?: Rancher }> {
  const cluster = await getVisible(store.clusters, 'Cluster', uuidText, seenBy(caller));
  if (cluster.backendId === '') return { cluster };
  return { cluster, session: await rancher.open(await rancherSettingsOf({ store }, cluster.settingsUuid)) };
}
