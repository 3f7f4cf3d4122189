import { z } from 'zod';
import { path } from '#shared/adapters/json-client';
import { ignoreNotFound } from '#shared/adapters/not-found';
import { parseMebibytes, parseQuantity } from '#shared/domain/_core/values/kubernetes-quantity';
import type { NodeFacts } from '#shared/domain/nodes/node';
import type { Rancher } from '#shared/ports/rancher';
import type { ClusterInRancher, RancherNode } from '#shared/ports/rancher/rancher-objects';
import type { RancherSession } from '../rancher-session.ts';
import { haveJoined, joinNodes, type ListedNode, nodesAlone } from './join-nodes.ts';
import { CLUSTER_NAME_LABEL, type ListedMachine, MACHINES, machineReply } from './machines.ts';

type Nodes = Pick<
  Rancher,
  | 'listNodes'
  | 'listRegistered'
  | 'listJoined'
  | 'drainNode'
  | 'uncordonNode'
  | 'deleteMachine'
  | 'deleteNode'
  | 'deleteKubernetesNode'
>;

/**
 * Whether a machine belongs to a cluster. The cluster's name alone is not enough. A cluster that Rancher imported may
 * have the same name as a cluster that Rancher installed. So the namespace in which the machine is registered is
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

// While a cluster is created or deleted, Rancher answers 404 to a list of this cluster's nodes. So all nodes are
// listed, and filtered by the cluster's id.
function listNodes(session: RancherSession, clusterId: string) {
  return session.list({
    op: 'listNodes',
    path: '/v3/nodes',
    item: rancherNode,
    where: { clusterId: { is: clusterId, of: (it) => it.clusterId } },
  });
}

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

  ...nodeActions(session),

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

const nodeActions = (session: RancherSession): Pick<Rancher, 'drainNode' | 'uncordonNode'> => ({
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

  async uncordonNode(id) {
    const query = { action: 'uncordon' };
    const at = path`/v3/nodes/${id}`;
    await session.call({ op: 'uncordonNode', method: 'POST', path: at, query, body: {}, reply: z.unknown() });
  },
});

const text = z.string().nullish();
const texts = z.record(z.string(), z.string()).nullish();
const flag = z.boolean().nullish();

const condition = z.object({ type: z.string(), status: z.string(), transitioning: flag, error: flag, reason: text });
/**
 * The progress of a node's drain. If the drain has failed, its condition has the field `error`, or the reason `Error`.
 */
function drainedOf(conditions: readonly z.infer<typeof condition>[]): Pick<RancherNode, 'drained'> {
  const found = conditions.find(({ type }) => type === 'Drained');
  if (!found) return {};
  const { status, transitioning, error, reason } = found;
  return { drained: { status, transitioning: transitioning === true, error: error === true || reason === 'Error' } };
}

/**
 * Whether the kubelet answers. The node's state does not show this, because every cordoned node has the state
 * `cordoned`.
 */
function readyOf(conditions: readonly z.infer<typeof condition>[]): Pick<RancherNode, 'isReady'> {
  const found = conditions.find(({ type }) => type === 'Ready');
  return found ? { isReady: found.status === 'True' } : {};
}

/**
 * Each role, with the field and the label in which Rancher shows that a node has the role. An imported node may have
 * only the label, which Kubernetes sets.
 */
const ROLES = [
  { role: 'etcd', field: 'etcd', label: 'node-role.kubernetes.io/etcd' },
  { role: 'controlplane', field: 'controlPlane', label: 'node-role.kubernetes.io/control-plane' },
  { role: 'worker', field: 'worker', label: 'node-role.kubernetes.io/worker' },
] as const;
const rolesReply = z.object({ etcd: flag, controlPlane: flag, worker: flag });
const rolesIn = (
  reported: z.infer<typeof rolesReply>,
  labels: Readonly<Record<string, string>>,
): RancherNode['roles'] =>
  ROLES.filter(({ field, label }) => reported[field] === true || labels[label] === 'true').map(({ role }) => role);

/** Annotation and label with the name of a node's machine. The annotation appears half a minute after the label. */
const MACHINE_ANNOTATION = 'cluster.x-k8s.io/machine';
const MACHINE_LABEL = 'plan.cattle.io/machine-name';

const STORAGE = 'ephemeral-storage';
const quantities = z
  .object({ cpu: z.string(), memory: z.string(), pods: z.string(), [STORAGE]: z.string() })
  .partial()
  .nullish();
const version = z.string().nullish();

/**
 * Facts that Rancher's v3 API reports about a node (docs/spec/nodes.md#what-rancher-says-of-a-node). Fields are missing
 * until the kubelet has reported.
 */
export const nodeFactsReply = z.object({
  requested: quantities,
  allocatable: quantities,
  info: z
    .object({
      os: z.object({ dockerVersion: version }).nullish(),
      kubernetes: z.object({ kubeletVersion: version }).nullish(),
    })
    .nullish(),
  labels: texts,
  annotations: texts,
});

const reading = (parse: (text: string) => number | undefined) => (text: string | undefined) =>
  text === undefined ? null : (parse(text) ?? null);
const count = reading(parseQuantity);
const mebibytes = reading(parseMebibytes);

/**
 * A node's figures: numbers of cores and pods, memory and storage in whole MiB, and null for a missing figure
 * (docs/spec/nodes.md#figures-of-a-node).
 */
export function nodeFactsOf(reply: z.infer<typeof nodeFactsReply>): NodeFacts {
  const { requested, allocatable, info, labels, annotations } = reply;
  return {
    k8sVersion: info?.kubernetes?.kubeletVersion ?? '',
    dockerVersion: info?.os?.dockerVersion ?? '',
    cpuAllocated: count(requested?.cpu),
    cpuTotal: count(allocatable?.cpu),
    ramAllocated: mebibytes(requested?.memory),
    ramTotal: mebibytes(allocatable?.memory),
    podsAllocated: count(requested?.pods),
    podsTotal: count(allocatable?.pods),
    storageAllocated: mebibytes(requested?.[STORAGE]),
    storageTotal: mebibytes(allocatable?.[STORAGE]),
    labels: labels ?? {},
    annotations: annotations ?? {},
  };
}

const joinedNodeReply = nodeFactsReply.extend({
  ...rolesReply.shape,
  id: z.string(),
  clusterId: z.string(),
  state: z.string(),
  requestedHostname: text,
  nodeName: text,
  transitioningMessage: text,
  actions: texts,
  conditions: z.array(condition).nullish(),
});
/** A node as Rancher's v3 API shows it. Rancher creates the node when the kubelet has joined the cluster. */
export const rancherNode = joinedNodeReply.transform(
  ({ id, clusterId, state, actions, conditions, ...reported }): ListedNode & { clusterId: string } => ({
    clusterId,
    machineName: reported.annotations?.[MACHINE_ANNOTATION] ?? reported.labels?.[MACHINE_LABEL] ?? '',
    node: {
      id,
      state,
      hostname: reported.requestedHostname || reported.nodeName || '',
      message: reported.transitioningMessage ?? '',
      roles: rolesIn(reported, reported.labels ?? {}),
      facts: nodeFactsOf(reported),
      actions: Object.keys(actions ?? {}),
      ...readyOf(conditions ?? []),
      ...drainedOf(conditions ?? []),
    },
  }),
);
