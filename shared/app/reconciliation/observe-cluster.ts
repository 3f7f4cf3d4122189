import { changed } from '#shared/domain/_core/record';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import { findEach } from '#shared/domain/_core/values/keyed-values';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { linkedPublicIps, type TenantObservation } from '#shared/domain/clusters/public-ips';
import type { ClusterTenant } from '#shared/domain/infrastructure/cluster-tenant';
import type { Node } from '#shared/domain/nodes/node';
import type { ClusterObservation } from '#shared/domain/nodes/observe-nodes';
import { listedServer } from '#shared/domain/nodes/server-state';
import { clusterTag, nodeNameClaim, nodeTag } from '#shared/domain/planning/naming';
import { amendmentsAfter } from '#shared/domain/pools/rendering/amended-pools';
import { type Comparison, compareCluster, type WholeObservation } from '#shared/domain/reconciliation/compare-cluster';
import { driverOf } from '#shared/drivers/registry';

import type { Clock, Ids } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';
import type { BackendDeps, Backends } from './cached-backends.ts';
import { writeComparison } from './write-comparison.ts';

async function seeFloatingIps(backends: Backends, tenants: readonly ClusterTenant[]) {
  const { found, errors } = await findEach(tenants, (tenant) => backends.listFloatingIps(tenant));
  const observations = [...found].map(
    ([{ uuid: tenantUuid, network }, floatingIps]): TenantObservation => ({
      tenantUuid,
      loadBalancerIp: network.loadBalancerIp,
      floatingIps,
    }),
  );
  return { observations, errors };
}

/**
 * Restores lost tags on the server of a node. Paddock finds the server by these tags, and the node's deletion deletes
 * the servers that have these tags.
 */
async function tagAgain(backends: Backends, node: Node, observation: ClusterObservation): Promise<void> {
  const { clusterUuid, uuid, spec } = node;
  const server = listedServer(node, observation);
  if (!server) return;
  const session = await backends.openTenant(spec.tenantUuid);
  const missing = [nodeTag(uuid), clusterTag(clusterUuid)].filter((tag) => !server.tags.includes(tag));
  for (const tag of missing) await session.tagServer(server.id, tag);
}

/**
 * Lists all servers of the tenants, to find missing servers by their ids. A server counts as gone only if its id is not
 * found.
 */
async function seeSuspects(
  backends: Backends,
  observation: WholeObservation,
  suspected: readonly Node[],
): Promise<WholeObservation> {
  const tenantUuids = [...new Set(suspected.map(({ spec }) => spec.tenantUuid))];
  // Tenants that do not answer have no entry in this map.
  const { found: servers } = await findEach(tenantUuids, (uuid) => backends.listServers(uuid));
  const others = [...observation.servers].filter(([uuid]) => !tenantUuids.includes(uuid));
  const whole: WholeObservation = { ...observation, servers: new Map([...others, ...servers]) };
  // If the tags cannot be restored now, a later observation restores them.
  for (const node of suspected) await Promise.allSettled([tagAgain(backends, node, whole)]);
  return whole;
}

export type ObserveDeps = BackendDeps & { store: Store; clock: Clock; ids: Ids; site: SiteSettings };
export type ObservedCluster = {
  isChanged: boolean;
  /** Errors of the reads that failed. */
  errors: unknown[];
  /** The current records. If the cluster was not observed, the records that were passed in. */
  cluster: Cluster;
  nodes: readonly Node[];
};
type Known = { cluster: Cluster; nodes: readonly Node[] };

/**
 * Compares records with the observation. A node in Rancher is left out if a node of another cluster has claimed its
 * name.
 */
async function compared(
  { store, clock }: ObserveDeps,
  known: Known,
  observation: WholeObservation,
): Promise<Comparison> {
  const now = clock.now();
  const comparison = compareCluster(known, observation, now);
  const keyOf = (name: string) => nodeNameClaim(known.cluster.settingsUuid, name);
  const names = comparison.found.map(({ spec }) => spec.name);
  const held = names.length === 0 ? new Map() : await store.claims.holdersOf(names.map(keyOf));
  const foreign = new Set(names.filter((name) => held.has(keyOf(name))));
  return foreign.size === 0 ? comparison : compareCluster({ ...known, foreign }, observation, now);
}

const nothingCompared = ({ cluster }: Known): Comparison => ({
  cluster,
  nodes: [],
  found: [],
  suspected: [],
  vanished: [],
});

/**
 * Compares the cluster's machines with Rancher and the clouds. If Rancher does not have the cluster yet or does not
 * answer, no differences are found.
 */
async function machinesOf(deps: ObserveDeps, backends: Backends, known: Known) {
  if (known.cluster.backendId === '') return { comparison: nothingCompared(known), errors: [] };
  try {
    // A server that was not found by its tags is searched a second time, by its id.
    const { observation, errors } = await driverOf(known.cluster).observe(backends, known.cluster, known.nodes);
    const first = await compared(deps, known, observation);
    if (first.suspected.length === 0) return { comparison: first, errors };
    const again = await seeSuspects(backends, observation, first.suspected);
    return { comparison: await compared(deps, known, again), errors };
  } catch (error) {
    return { comparison: nothingCompared(known), errors: [error] };
  }
}

/** Adds changed floating IPs of the load balancers to the comparison (docs/spec/managed-clusters.md#public-ips). */
function withPublicIps(
  comparison: Comparison,
  { cluster }: Known,
  observations: TenantObservation[],
  now: Date,
): Comparison {
  const publicIps = cluster.managed && linkedPublicIps(cluster.managed.publicIps, observations);
  if (!cluster.managed || !publicIps) return comparison;
  const fields = { managed: { ...cluster.managed, publicIps } };
  const isSame = comparison.cluster === cluster;
  return { ...comparison, cluster: isSame ? changed(cluster, now, fields) : { ...comparison.cluster, ...fields } };
}

/**
 * Pauses pools that have stalled. When the autoscaler controls the size of a pool again, clears the size that Paddock
 * has set for this pool. Rancher is changed before the record, so that the next observation repeats an interrupted
 * change.
 */
async function amendPools(backends: Backends, before: Cluster, after: Cluster): Promise<void> {
  if (!before.machinePools || !after.machinePools) return;
  const amendments = amendmentsAfter(before.machinePools, after.machinePools);
  if (amendments) await backends.amendPools(after, amendments);
}

async function observe(deps: ObserveDeps, backends: Backends, cluster: Cluster): Promise<ObservedCluster> {
  const { store, clock } = deps;
  const [nodes, tenants] = await Promise.all([
    cluster.backendId === '' ? [] : store.nodes.listByCluster(cluster.uuid),
    cluster.managed ? store.clusterTenants.listByCluster(cluster.uuid) : [],
  ]);
  const known = { cluster, nodes };
  const [{ comparison, errors }, seen] = await Promise.all([
    machinesOf(deps, backends, known),
    seeFloatingIps(backends, tenants),
  ]);
  const whole = withPublicIps(comparison, known, seen.observations, clock.now());
  await amendPools(backends, cluster, whole.cluster);
  return { ...(await writeComparison(deps, known, whole)), errors: [...errors, ...seen.errors] };
}

/**
 * Compares a cluster with its Rancher and its clouds, and writes the differences. Makes two requests to Rancher (three
 * while a node has not joined), and one or two to each tenant. Concurrent observations are safe: if a record has
 * changed since it was compared, the cluster is observed again.
 * @param cluster a current record
 * @param isMeant whether the observation is allowed in the cluster's current state; in all other states, only the state
 * machine of the cluster writes the cluster
 */
export async function observeCluster(
  deps: ObserveDeps,
  backends: Backends,
  cluster: Cluster,
  isMeant: (cluster: Cluster) => boolean,
): Promise<ObservedCluster> {
  let known: Cluster | undefined = cluster;
  return retryOnConflict(async () => {
    const current = known ?? (await deps.store.clusters.find(cluster.uuid));
    known = undefined;
    if (!current || !isMeant(current)) return { isChanged: false, errors: [], cluster, nodes: [] };
    return observe(deps, backends, current);
  });
}
