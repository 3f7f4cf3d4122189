import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Store } from '#shared/ports/store';
import { commitInChunks } from '../_core/commit-in-chunks.ts';

/**
 * The deletion of a membership deletes three rows. All deletions in one transaction together change three counters. So
 * seven memberships make 24 items, and a transaction may have 25.
 */
export const MEMBERSHIPS_PER_TRANSACTION = 7;

/**
 * Deletes all records of access to a deleted cluster: memberships, groups, projects in Rancher, and roles of accounts
 * in Rancher.
 */
export async function forgetAccess({ store }: { store: Store }, { settingsUuid, uuid }: Cluster): Promise<void> {
  const cluster = { settingsUuid, clusterUuid: uuid };
  const memberships = await store.keycloakMemberships.listByCluster(cluster);
  await commitInChunks(
    store,
    memberships,
    (item) => [store.keycloakMemberships.remove(item)],
    MEMBERSHIPS_PER_TRANSACTION,
  );
  const groups = await store.keycloakGroups.listByCluster(cluster);
  await commitInChunks(store, groups, (item) => [store.keycloakGroups.remove(item)]);
  const projects = await store.rancherProjects.listByCluster(cluster);
  await commitInChunks(store, projects, (item) => [store.rancherProjects.remove(item)]);
  const links = await store.rancherUserLinks.listByCluster(uuid);
  await commitInChunks(store, links, (item) => [store.rancherUserLinks.remove(item)]);
}
