import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Caller } from '#shared/domain/organizations/caller';
import type { Rancher, RancherSessions } from '#shared/ports/rancher';
import type { Store } from '#shared/ports/store';
import { getVisible, seenBy } from '../_core/get-visible.ts';
import { rancherSettingsOf } from '../providers/settings-of.ts';

export type PoolDeps = { store: Pick<Store, 'clusters' | 'settings' | 'tenants'>; rancher: RancherSessions };

/** A cluster that the caller sees, with a session of its Rancher. Without one if it was never created there. */
export async function openPoolCluster(
  { store, rancher }: PoolDeps,
  caller: Caller,
  uuidText: string,
): Promise<{ cluster: Cluster; session?: Rancher }> {
  const cluster = await getVisible(store.clusters, 'Cluster', uuidText, seenBy(caller));
  if (cluster.backendId === '') return { cluster };
  return { cluster, session: await rancher.open(await rancherSettingsOf({ store }, cluster.settingsUuid)) };
}
