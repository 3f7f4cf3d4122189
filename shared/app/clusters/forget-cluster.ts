import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Resource } from '#shared/domain/marketplace/resource';
import type { Node } from '#shared/domain/nodes/node';
import { heldClaims, nodeNameClaim } from '#shared/domain/planning/naming';
import type { Store, Write } from '#shared/ports/store';
import { commitInChunks } from '../_core/commit-in-chunks.ts';
import { forgetAccess } from '../cluster-access/forget-access.ts';
import { forgetContents } from '../cluster-contents/write-contents.ts';
import { forgetInfrastructure, releaseManaged } from '../infrastructure/forget-infrastructure.ts';

type Deps = { store: Store };

/** Deletes the nodes and the claims that these nodes hold on their names. Keeps a claim that another node holds. */
async function removeNodes({ store }: Deps, cluster: Cluster): Promise<void> {
  const nodes = await store.nodes.listByCluster(cluster.uuid);
  await Promise.all(nodes.map((node) => store.phoneHomes.remove(node.uuid)));
  const nameOf = ({ settingsUuid, spec }: Node) => nodeNameClaim(settingsUuid, spec.name);
  const holders = await store.claims.holdersOf(nodes.map(nameOf));
  await commitInChunks(store, nodes, (node) => [
    store.nodes.remove(node),
    ...(holders.get(nameOf(node)) === node.uuid ? [store.claims.remove(nameOf(node))] : []),
  ]);
}

/**
 * Deletes all records of a cluster except its own row, in chunks. Calls no backend. Safe to repeat, because
 * `clusterRemoval` deletes the cluster's row last.
 */
export async function forgetCluster(deps: Deps, cluster: Cluster): Promise<void> {
  const { store } = deps;
  await removeNodes(deps, cluster);
  // Deletes the task tokens that earlier operations have stored, because nothing will use these tokens.
  const waits = await store.waits.listByCluster({ clusterUuid: cluster.uuid, settingsUuid: cluster.settingsUuid });
  for (const wait of waits) await store.waits.take(wait);

  const groups = await store.clusterSecurityGroups.listByCluster(cluster.uuid);
  await commitInChunks(store, groups, (group) => [store.clusterSecurityGroups.remove(group)]);

  await forgetContents(deps, cluster.uuid);
  await forgetAccess(deps, cluster);
  await forgetInfrastructure(deps, cluster);
  await deps.store.events.removeByCluster(cluster.uuid);
}

/** Deletes the cluster's row and its claims on unique names. This is the last transaction of a deletion. */
export const clusterRemoval = ({ store }: Deps, cluster: Cluster, resource: Resource): Write[] => [
  store.clusters.remove(cluster),
  ...heldClaims(cluster).map((key) => store.claims.remove(key)),
  ...releaseManaged({ store }, cluster, resource),
];
