import { z } from 'zod';
import { path } from '#shared/adapters/json-client';
import { ignoreNotFound } from '#shared/adapters/not-found';
import type { Rancher } from '#shared/ports/rancher';
import type { ClusterInRancher } from '#shared/ports/rancher-objects';
import { NAMESPACE } from '../clusters/cluster-request.ts';
import type { RancherSession } from '../rancher-session.ts';
import { haveJoined, joinNodes, nodesAlone } from './join-nodes.ts';
import { CLUSTER_NAME_LABEL, type ListedMachine, machineReply } from './machines.ts';
import { rancherNode } from './node-reply.ts';

type Nodes = Pick<
  Rancher,
  'listNodes' | 'listRegistered' | 'listJoined' | 'drainNode' | 'deleteMachine' | 'deleteNode' | 'deleteKubernetesNode'
>;
const MACHINES = `/v1/cluster.x-k8s.io.machines/${NAMESPACE}`;

/**
 * A cluster that was created elsewhere may have the name of one that Rancher installs, so the place of registration is
 * compared, too.
 */
const isOf =
  ({ backendId, name, provisioningName = name }: ClusterInRancher) =>
  ({ clusterName, registeredIn }: ListedMachine): boolean =>
    clusterName === provisioningName && (registeredIn === '' || registeredIn === backendId);

async function listMachines(session: RancherSession, cluster: ClusterInRancher): Promise<ListedMachine[]> {
  const { name, provisioningName = name } = cluster;
  const listed = await session.listObjects({
    op: 'listMachines',
    path: MACHINES,
    item: machineReply,
    labels: { [CLUSTER_NAME_LABEL]: provisioningName },
    exclude: 'metadata.managedFields',
  });
  return listed.filter(isOf(cluster));
}

// Uses the filter, because the cluster's own address answers 404 while the cluster is created or deleted.
function listNodes(session: RancherSession, clusterId: string) {
  return session.list({
    op: 'listNodes',
    path: '/v3/nodes',
    item: rancherNode,
    where: { clusterId: { is: clusterId, of: (it) => it.clusterId } },
  });
}

/** Registered machines, and the nodes that they became. */
export const nodes = (session: RancherSession): Nodes => ({
  async listNodes(cluster) {
    const [machines, listed] = await Promise.all([
      listMachines(session, cluster),
      listNodes(session, cluster.backendId),
    ]);
    return joinNodes(machines, listed);
  },

  async listRegistered(cluster) {
    const machines = await listMachines(session, cluster);
    return machines.length === 0 ? [] : joinNodes(machines, await listNodes(session, cluster.backendId));
  },

  async listJoined(cluster, hostnames) {
    const listed = await listNodes(session, cluster.backendId);
    if (haveJoined(listed, hostnames)) return nodesAlone(listed);
    return joinNodes(await listMachines(session, cluster), listed);
  },

  async drainNode(id, timeout) {
    const query = { action: 'drain' };
    const body = { deleteLocalData: true, force: true, gracePeriod: -1, ignoreDaemonSets: true, timeout };
    await session.call({
      op: 'drainNode',
      method: 'POST',
      path: path`/v3/nodes/${id}`,
      query,
      body,
      reply: z.unknown(),
    });
  },

  deleteMachine: (name) =>
    ignoreNotFound(
      session.call({
        op: 'deleteMachine',
        method: 'DELETE',
        reply: z.unknown(),
        path: `${MACHINES}${path`/${name}`}`,
      }),
    ),

  deleteNode: (id) =>
    ignoreNotFound(
      session.call({ op: 'deleteNode', method: 'DELETE', path: path`/v3/nodes/${id}`, reply: z.unknown() }),
    ),

  deleteKubernetesNode: (clusterId, hostname) =>
    ignoreNotFound(
      session.call({
        op: 'deleteKubernetesNode',
        method: 'DELETE',
        reply: z.unknown(),
        path: path`/k8s/clusters/${clusterId}/api/v1/nodes/${hostname}`,
      }),
    ),
});
