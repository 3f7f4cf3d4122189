import type { Uuid } from '#shared/domain/_core/identifier';
import { KINDS } from '#shared/domain/cluster-api/kubernetes-object';
import { figuresOf } from '#shared/domain/cluster-api/status/cluster-figures';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { SeenCluster } from '#shared/domain/nodes/observe-nodes';
import { CLUSTER_LABEL } from '#shared/domain/planning/naming';
import type { ClusterApi, ClusterApiSessions } from '#shared/ports/cluster-api';
import type { Store } from '#shared/ports/store';
import { clusterApiSettingsOf } from '../providers/settings-of.ts';

type Deps = { store: Pick<Store, 'settings'>; clusterApi: Pick<ClusterApiSessions, 'open'> };
type Shared = <T>(make: (key: Uuid) => Promise<T>) => (key: Uuid) => Promise<T>;
type Guarded = <T>(keys: readonly Uuid[], work: () => Promise<T>) => Promise<T>;

/**
 * Reads management clusters of Cluster API. One list request reads all clusters of a management cluster, however many
 * clusters a run covers.
 * @param shared makes a function that does its work once for each key
 * @param guarded makes a request fail at once if the management cluster has failed before
 */
export function managementClusters({ store, clusterApi }: Deps, guarded: Guarded, shared: Shared) {
  const open = shared<ClusterApi>(async (uuid) => clusterApi.open(await clusterApiSettingsOf({ store }, uuid)));
  const listed = shared(async (uuid) => {
    const clusters = await (await open(uuid)).list(KINDS.cluster, {});
    return new Map(clusters.map((item) => [item.metadata.name, item]));
  });
  return {
    async findInClusterApi({ uuid, settingsUuid, backendId }: Cluster): Promise<SeenCluster | undefined> {
      const all = await guarded([settingsUuid], () => listed(settingsUuid));
      const found = all.get(backendId);
      const isOwn = found?.metadata.labels[CLUSTER_LABEL] === uuid && found.metadata.deletionTimestamp === undefined;
      return isOwn ? figuresOf(found) : undefined;
    },
  };
}
