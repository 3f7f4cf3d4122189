import type { ContentObject, NodeRoles, RancherNode, Taint } from '../_core/rancher-objects.ts';
import { nodesOf, type RancherStore } from '../_core/rancher-store.ts';
import { contentKey } from '../contents/content-shelf.ts';
import type { Contents } from '../contents/contents.ts';
import { actionLinks, normanObject } from '../norman/norman-view.ts';
import { nodeRequested } from './node-capacity.ts';
import { isNodeReady, type NodeFacts, nodeFacts } from './node-facts.ts';

const seconds = (time: string): number => Date.parse(time);

/** A v3 node: what Rancher shows of a Kubernetes Node. */
export function nodeView(contents: Contents, node: RancherNode, baseUrl: string) {
  const object = contents.find(node.clusterId, 'node', node.nodeName);
  const facts = nodeFacts(object);
  const self = `${baseUrl}/v3/nodes/${node.id}`;
  const shown = { ...node, unschedulable: isShownUnschedulable(node, object), isReady: isNodeReady(object) };
  const state = nodeState(shown);
  const roles = rolesIn(object?.labels ?? {});
  return {
    ...normanObject(baseUrl, { type: 'node', collection: 'nodes', id: node.id }),
    links: { self, update: self },
    actions: actionLinks(baseUrl, `nodes/${node.id}`, offeredActions(shown)),
    ...{ clusterId: node.clusterId, created: node.createdAt, createdTS: seconds(node.createdAt), uuid: node.uid },
    ...{ creatorId: null, customConfig: null, namespaceId: null, name: '', appliedNodeVersion: 0, imported: false },
    ...{ nodeName: node.nodeName, hostname: node.nodeName, requestedHostname: node.nodeName },
    ...{ state, transitioning: state === 'draining' ? 'yes' : 'no', transitioningMessage: '' },
    ...{ unschedulable: shown.unschedulable, providerId: facts.providerID, ...kubeletFacts(facts) },
    ...roles,
    // Requests of the pods that RKE2 runs on every node.
    ...{ requested: nodeRequested(roles), limits: { cpu: '0', memory: '0' } },
    ...{ labels: object?.labels ?? {}, annotations: object?.annotations ?? {} },
    ...taintsView(node.putTaints ?? facts.taints),
    conditions: conditionsOf(node, facts),
  };
}

function taintsView(given: Taint[]) {
  return given.length > 0 && { taints: given.map((taint) => ({ ...taint, type: '/v3/schemas/taint' })) };
}

export const isShownUnschedulable = ({ lagging }: RancherNode, object: ContentObject | undefined): boolean =>
  lagging?.unschedulable ?? nodeFacts(object).unschedulable;

/** A Node without any role is a worker to Rancher. */
export function rolesIn(labels: Record<string, string>) {
  const has = (role: string): boolean => labels[`node-role.kubernetes.io/${role}`] === 'true';
  const [etcd, controlPlane] = [has('etcd'), has('control-plane')];
  return { etcd, controlPlane, worker: has('worker') || !(etcd || controlPlane) };
}

export const rolesOfNodes = (store: RancherStore, clusterId: string): NodeRoles[] =>
  nodesOf(store, clusterId).map(({ nodeName }) =>
    rolesIn(store.contents.get(contentKey(clusterId, 'node', nodeName))?.labels ?? {}),
  );

interface Shown extends RancherNode {
  unschedulable: boolean;
  isReady: boolean;
}

/** A node that takes no workloads shows `draining`, `drained` or `cordoned`, even if its kubelet does not answer. */
export function nodeState({
  drain,
  unschedulable,
  isReady,
}: Pick<Shown, 'drain' | 'unschedulable' | 'isReady'>): string {
  if (drain === 'draining' || drain === 'drained') return drain;
  if (unschedulable) return 'cordoned';
  return isReady ? 'active' : 'unavailable';
}

function offeredActions(node: Shown): string[] {
  const state = nodeState(node);
  if (state === 'draining') return ['stopDrain'];
  if (state === 'drained') return ['uncordon'];
  return state === 'cordoned' ? ['drain', 'uncordon'] : ['cordon', 'drain'];
}

/** Rancher's own conditions, followed by the kubelet's. */
export function conditionsOf(node: RancherNode, { conditions }: NodeFacts) {
  const ready = conditions.find(({ type }) => type === 'Ready');
  const { lastHeartbeatTime: _, ...own } = ready ?? { type: 'Ready', status: 'Unknown' };
  return [
    own,
    { type: 'Registered', status: 'True', message: 'registered with kubernetes' },
    ...drainedCondition(node),
    ...conditions.map(({ lastHeartbeatTime = '', lastTransitionTime = '', ...rest }) => ({
      ...{ ...rest, lastHeartbeatTime, lastTransitionTime },
      ...{ lastHeartbeatTimeTS: seconds(lastHeartbeatTime), lastTransitionTimeTS: seconds(lastTransitionTime) },
    })),
  ];
}

/** The condition is shown from the first drain until the node takes workloads again. */
function drainedCondition({ drain }: RancherNode) {
  if (drain === 'none') return [];
  if (drain === 'drained') return [{ type: 'Drained', status: 'True' }];
  if (drain === 'draining') return [{ type: 'Drained', status: 'Unknown' }];
  const message = 'cannot delete Pods declare no controller (use --force to override)';
  return [{ type: 'Drained', status: 'False', message }];
}

function kubeletFacts(facts: NodeFacts) {
  const { allocatable, capacity, kubeletVersion, kubeProxyVersion } = facts;
  return {
    ...{ allocatable, capacity, ipAddress: facts.address },
    info: {
      cpu: { count: Number(capacity.cpu ?? 0) },
      kubernetes: { kubeletVersion, kubeProxyVersion },
      memory: { memTotalKiB: Number.parseInt(capacity.memory ?? '0', 10) },
      os: {
        ...{ operatingSystem: facts.osImage, kernelVersion: facts.kernelVersion },
        dockerVersion: facts.containerRuntimeVersion,
      },
    },
  };
}
