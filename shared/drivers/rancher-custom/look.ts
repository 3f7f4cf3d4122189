import type { Uuid } from '#shared/domain/_core/identifier';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Node } from '#shared/domain/nodes/node';
import type { Look } from '#shared/domain/nodes/observe-nodes';
import type { Server } from '#shared/ports/openstack';
import type { LookBackends } from '../driver.ts';

/**
 * Two requests to Rancher (the first once for a whole run), a third while a node has not joined, and one to each
 * tenant. Throws when Rancher does not answer.
 */
export async function lookAt(
  backends: LookBackends,
  cluster: Cluster,
  nodes: readonly Node[],
): Promise<{ look: Look; errors: unknown[] }> {
  const tenantUuids = [...new Set(nodes.map(({ spec }) => spec.tenantUuid))];
  const hostnames = nodes.map(({ spec }) => spec.name);
  const [remote, rancherNodes, { servers, errors }] = await Promise.all([
    backends.findCluster(cluster),
    backends.listJoined(cluster, hostnames),
    serversByTenant(backends, cluster, tenantUuids),
  ]);
  return { look: { ...(remote && { remote }), rancherNodes, servers }, errors };
}

async function serversByTenant(backends: LookBackends, cluster: Cluster, tenantUuids: readonly Uuid[]) {
  const servers = new Map<Uuid, Server[]>();
  const lists = await Promise.allSettled(tenantUuids.map((uuid) => backends.listServers(uuid, cluster)));
  const errors: unknown[] = [];
  for (const [index, uuid] of tenantUuids.entries()) {
    const list = lists[index];
    if (list?.status === 'fulfilled') servers.set(uuid, list.value);
    else errors.push(list?.reason);
  }
  return { servers, errors };
}
