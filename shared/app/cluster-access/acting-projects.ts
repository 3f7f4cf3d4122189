import { isOfTheCluster } from '#shared/domain/cluster-access/rancher-project';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Rancher } from '#shared/ports/rancher';
import type { Store } from '#shared/ports/store';
import { soldProjects } from '../_core/whose-is.ts';

export type ActingProjectsDeps = { store: Pick<Store, 'rancherProjects' | 'offerings' | 'resources'> };
/** The parts of a cluster that say which of its projects are whose. */
export type ActingPlace = Pick<Cluster, 'uuid' | 'backendId' | 'settingsUuid' | 'projectUuid'>;

/**
 * Rancher's ids of the projects in which an account gets its role for projects. Projects with the cluster's own programs
 * are left out, because their owners control the cluster. Projects that were sold are left out, because they are
 * their buyers'. A project that no pull has recorded yet is left out, too.
 */
export async function actingProjects(
  { store }: ActingProjectsDeps,
  rancher: Pick<Rancher, 'listProjects'>,
  cluster: ActingPlace,
): Promise<string[]> {
  const { settingsUuid, uuid: clusterUuid, backendId } = cluster;
  const [listed, recorded, sold] = await Promise.all([
    rancher.listProjects(backendId),
    store.rancherProjects.listByCluster({ settingsUuid, clusterUuid }),
    soldProjects(store, cluster),
  ]);
  const own = new Set(recorded.filter((it) => !isOfTheCluster(it)).map((it) => it.backendId));
  return listed.filter(({ id, isSystem }) => !isSystem && own.has(id) && !sold.has(id)).map(({ id }) => id);
}
