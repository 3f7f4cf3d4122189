import type { Uuid } from '#shared/domain/_core/identifier';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { TenantLook } from '#shared/domain/clusters/public-ips';
import type { ClusterTenant } from '#shared/domain/infrastructure/cluster-tenant';
import type { Look } from '#shared/domain/nodes/look';
import type { Node } from '#shared/domain/nodes/node';
import { listedServer } from '#shared/domain/nodes/watched-node';
import { clusterTag, nodeTag } from '#shared/domain/planning/naming';
import type { Server } from '#shared/ports/openstack';
import type { Backends } from './backends-once.ts';

type Tried<T> = { seen: T } | { error: unknown };
const tried = async <T>(work: Promise<T>): Promise<Tried<T>> => {
  try {
    return { seen: await work };
  } catch (error) {
    return { error };
  }
};
const errorsOf = (all: readonly Tried<unknown>[]): unknown[] => all.flatMap((it) => ('error' in it ? [it.error] : []));

/** One list for each tenant, at the same time. */
export async function seeFloatingIps(backends: Backends, tenants: readonly ClusterTenant[]) {
  const all = await Promise.all(tenants.map((tenant) => tried(backends.listFloatingIps(tenant))));
  const looks = tenants.flatMap(({ uuid: tenantUuid, network: { loadBalancerIp } }, index): TenantLook[] => {
    const one = all[index];
    return one && 'seen' in one ? [{ tenantUuid, loadBalancerIp, floatingIps: one.seen }] : [];
  });
  return { looks, errors: errorsOf(all) };
}

async function listServers(backends: Backends, tenantUuids: readonly Uuid[], of?: Cluster) {
  const all = await Promise.all(tenantUuids.map((uuid) => tried(backends.listServers(uuid, of))));
  const listed = tenantUuids.flatMap((uuid, index): [Uuid, Server[]][] => {
    const one = all[index];
    return one && 'seen' in one ? [[uuid, one.seen]] : [];
  });
  return { servers: new Map(listed), errors: errorsOf(all) };
}

/**
 * Two requests to Rancher, of which a pass over many clusters makes the first once, a third while a node has not joined, and one to each
 * tenant. Throws what keeps Rancher
 * from being asked; `errors` are those of tenants, which are not in the look then.
 */
export async function seeCluster(
  backends: Backends,
  cluster: Cluster,
  nodes: readonly Node[],
): Promise<{ look: Look; errors: unknown[] }> {
  const tenantUuids = [...new Set(nodes.map(({ spec }) => spec.tenantUuid))];
  const hostnames = nodes.map(({ spec }) => spec.name);
  const [remote, rancherNodes, { servers, errors }] = await Promise.all([
    backends.findCluster(cluster),
    backends.listJoined(cluster, hostnames),
    listServers(backends, tenantUuids, cluster),
  ]);
  return { look: { ...(remote && { remote }), rancherNodes, servers }, errors };
}

/** A server that has lost our tags is the cluster's all the same; with them it is found again, and goes with its node. */
async function tagAgain(backends: Backends, node: Node, look: Look): Promise<void> {
  const { clusterUuid, uuid, spec } = node;
  const server = listedServer(node, look);
  if (!server) return;
  const session = await backends.openTenant(spec.tenantUuid);
  const missing = [nodeTag(uuid), clusterTag(clusterUuid)].filter((tag) => !server.tags.includes(tag));
  for (const tag of missing) await session.tagServer(server.id, tag);
}

/** Looked for once more among all that its tenant has, by its id, before a server is taken to be gone. */
export async function seeSuspects(backends: Backends, look: Look, suspected: readonly Node[]): Promise<Look> {
  const tenantUuids = [...new Set(suspected.map(({ spec }) => spec.tenantUuid))];
  const { servers } = await listServers(backends, tenantUuids);
  const others = [...look.servers].filter(([uuid]) => !tenantUuids.includes(uuid));
  const whole: Look = { ...look, servers: new Map([...others, ...servers]) };
  for (const node of suspected) await tried(tagAgain(backends, node, whole));
  return whole;
}
