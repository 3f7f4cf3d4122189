import type { Uuid } from '#shared/domain/_core/identifier';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { type Caller, canSee } from '#shared/domain/organizations/caller';
import { nodeOfTags } from '#shared/domain/planning/naming';
import type { Server } from '#shared/ports/openstack';
import type { Store } from '#shared/ports/store';

type Deps = { store: Pick<Store, 'nodes' | 'clusters'> };

/**
 * Finds the cluster of a machine by the machine's tags. The node's record must name the machine, too, because anybody
 * who works in the tenant can write tags.
 */
async function clusterUuidOf({ store }: Deps, { id, tags }: Server): Promise<Uuid | undefined> {
  const nodeUuid = nodeOfTags(tags);
  const node = nodeUuid === undefined ? undefined : await store.nodes.findByUuid(nodeUuid);
  return node?.instanceId === id ? node.clusterUuid : undefined;
}

/**
 * Finds the cluster of each machine. The keys of the result are the ids of the machines. Clusters that the caller does
 * not see are left out, because a cluster's machines may be in the tenant of another project
 * (docs/spec/waldur-rancher.md#clusters).
 */
export async function clustersOfMachines(
  deps: Deps,
  caller: Caller,
  servers: readonly Server[],
): Promise<Map<string, Cluster>> {
  const uuids = await Promise.all(servers.map((server) => clusterUuidOf(deps, server)));
  const distinct = [...new Set(uuids)].filter((uuid) => uuid !== undefined);
  const found = await Promise.all(distinct.map((uuid) => deps.store.clusters.find(uuid)));
  const seen = found.filter((cluster) => cluster !== undefined && canSee(caller, cluster));
  const byUuid = new Map(seen.flatMap((cluster) => (cluster ? [[cluster.uuid, cluster] as const] : [])));
  return new Map(
    servers.flatMap(({ id }, index) => {
      const cluster = byUuid.get(uuids[index] ?? '');
      return cluster ? [[id, cluster] as const] : [];
    }),
  );
}
