import { changed } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { type Node, summaryOf } from '#shared/domain/nodes/node';
import { nodeNameClaim } from '#shared/domain/planning/naming';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { commitInChunks } from '../_core/commit-in-chunks.ts';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';
import { meterCluster } from '../usage/meter-cluster.ts';

type Deps = { store: Store; clock: Clock };

/** Rows and names; a name that another cluster's node has here is not claimed once more. */
async function insert({ store }: Deps, cluster: Cluster, found: readonly Node[]): Promise<void> {
  const known = new Set((await store.nodes.listByCluster(cluster.uuid)).map(({ uuid }) => uuid));
  const missing = found.filter(({ uuid }) => !known.has(uuid));
  const nameOf = ({ settingsUuid, spec }: Node) => nodeNameClaim(settingsUuid, spec.name);
  const held = await store.claims.holdersOf(missing.map(nameOf));
  await commitInChunks(store, missing, (node) => [
    store.nodes.insert(node),
    ...(held.has(nameOf(node)) ? [] : [store.claims.insert(nameOf(node), node.uuid, () => new Error('taken'))]),
  ]);
}

/**
 * Gives nodes a record that the cluster has in Rancher and not here: in chunks, then its list, and what is charged from now on, in one
 * transaction. Who does it again finishes what was begun. Throws VersionConflict where somebody else takes in the same ones.
 * @param found of this cluster, with uuids that follow from Rancher's (`foundNodes`)
 */
export async function adoptNodes(deps: Deps, { uuid }: Cluster, found: readonly Node[]): Promise<Cluster> {
  const { store, clock } = deps;
  return retryOnConflict(async () => {
    await insert(deps, await store.clusters.get(uuid), found);
    const cluster = await store.clusters.get(uuid);
    const listed = new Set(cluster.nodes.map((node) => node.uuid));
    const added = found.filter((node) => !listed.has(node.uuid)).map(summaryOf);
    const next = changed(cluster, clock.now(), { nodes: [...cluster.nodes, ...added] });
    const metered = await meterCluster(deps, cluster, await store.resources.get(cluster.resourceUuid));
    await store.commit(store.clusters.replace(next), ...metered);
    return next;
  });
}
