import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { randomName } from '../../_kit/random-name.ts';
import type { RancherContext } from '../_core/rancher-context.ts';
import type { ContentObject, RancherNode } from '../_core/rancher-objects.ts';
import { nodesOf } from '../_core/rancher-store.ts';
import type { Contents } from '../contents/contents.ts';
import { kubeletConditions, kubernetesNode, lostKubelet, machineAnnotations, nodeInfoOf } from './kubernetes-node.ts';
import type { RancherMachine } from './machine-objects.ts';
import { isNodeReady } from './node-facts.ts';

export type ClusterNodes = ReturnType<typeof clusterNodes>;
const parts = z.looseObject({ spec: z.looseObject({}).default({}), status: z.looseObject({}).default({}) });

function addNode({ store, clock }: RancherContext, clusterId: string, nodeName: string): void {
  const id = `${clusterId}:machine-${randomName(5)}`;
  const createdAt = `${new Date(clock.now()).toISOString().slice(0, 19)}Z`;
  store.nodes.set(id, { id, clusterId, nodeName, uid: randomUUID(), createdAt, drain: 'none' });
}

function changeNode(
  contents: Contents,
  object: ContentObject,
  changed: { spec?: object; status?: object; annotations?: object },
): void {
  const { spec, status } = parts.parse(object.body);
  contents.change(object, {
    labels: object.labels,
    annotations: { ...object.annotations, ...changed.annotations },
    body: { ...object.body, spec: { ...spec, ...changed.spec }, status: { ...status, ...changed.status } },
  });
}

function cordon(contents: Contents, { clusterId, nodeName }: RancherNode, unschedulable: boolean): void {
  const object = contents.find(clusterId, 'node', nodeName);
  if (object) changeNode(contents, object, { spec: { unschedulable: unschedulable || undefined } });
}

function setReady({ contents, clock }: RancherContext, object: ContentObject | undefined, isReady: boolean): void {
  if (!object || isNodeReady(object) === isReady) return;
  const conditions = isReady ? kubeletConditions(clock.now()) : lostKubelet(clock.now());
  changeNode(contents, object, { status: { conditions } });
}

function relabel(contents: Contents, object: ContentObject | undefined, { ownLabels }: RancherMachine): void {
  if (!object) return;
  const labels = { ...object.labels, ...ownLabels };
  contents.change(object, { labels, annotations: object.annotations, body: object.body });
}

/** The Kubernetes Nodes inside clusters, and Rancher's v3 node for each of them. */
export function clusterNodes(context: RancherContext) {
  const { store, contents, clock, delays } = context;
  const kubernetesNodeOf = (machine: RancherMachine): ContentObject | undefined => {
    const found = contents.find(machine.clusterId, 'node', machine.hostname);
    return found?.labels['rke.cattle.io/machine'] === machine.uid ? found : undefined;
  };

  /** Makes the missing v3 nodes, and removes the v3 nodes without a Kubernetes Node. */
  function sync(clusterId: string): void {
    if (!store.clusters.has(clusterId)) return;
    const known = new Map(nodesOf(store, clusterId).map((node) => [node.nodeName, node]));
    const names = contents.listOf(clusterId, 'node').map(({ name }) => name);
    for (const nodeName of names) if (!known.has(nodeName)) addNode(context, clusterId, nodeName);
    for (const [nodeName, node] of known) if (!names.includes(nodeName)) store.nodes.delete(node.id);
  }

  // After every change of a Node, Rancher checks all Nodes of the cluster.
  contents.listeners.add((clusterId, { resource }) => {
    if (resource.kind === 'Node' && resource.group === '') clock.after(delays.nodeSync, () => sync(clusterId));
  });

  return {
    /** Called when the kubelet of a machine has come up. */
    made(machine: RancherMachine): void {
      if (contents.find(machine.clusterId, 'node', machine.hostname) === undefined) {
        contents.add(machine.clusterId, 'node', kubernetesNode(machine, clock.now()));
      }
    },
    /** Called when Cluster API has found the Node of a machine. */
    found(machine: RancherMachine): void {
      const object = kubernetesNodeOf(machine);
      if (object) changeNode(contents, object, { annotations: machineAnnotations(machine) });
    },
    upgraded(machine: RancherMachine): void {
      const object = kubernetesNodeOf(machine);
      if (object)
        changeNode(contents, object, { status: { nodeInfo: nodeInfoOf(machine.hostname, machine.kubeletVersion) } });
    },
    /** Called when the machine's labels have changed. RKE2 adds new labels to the Node and removes none. */
    relabelled: (machine: RancherMachine): void => relabel(contents, kubernetesNodeOf(machine), machine),
    /** Called when Cluster API has deleted a machine. Removes the Node of the machine. */
    removed(machine: RancherMachine): void {
      const object = kubernetesNodeOf(machine);
      if (object) contents.remove(object);
    },
    /** Called when a client has deleted the v3 node. The next heartbeat of the Kubernetes Node makes a new one. */
    forgotten(node: RancherNode): void {
      store.nodes.delete(node.id);
      clock.after(delays.heartbeat, () => sync(node.clusterId));
    },
    nodeOf: (machine: RancherMachine): RancherNode | undefined =>
      kubernetesNodeOf(machine) &&
      nodesOf(store, machine.clusterId).find(({ nodeName }) => nodeName === machine.hostname),
    setReady: (machine: RancherMachine, isReady: boolean): void =>
      setReady(context, kubernetesNodeOf(machine), isReady),
    setUnschedulable: (node: RancherNode, unschedulable: boolean): void => cordon(contents, node, unschedulable),
  };
}
