import type { RancherNode } from '../_core/rancher-objects.ts';
import type { Contents } from '../contents/contents.ts';
import { isNodeReady, nodeFacts } from './node-facts.ts';
import { conditionsOf, isShownUnschedulable, nodeState, rolesIn } from './node-view.ts';

export const NODE_TYPE = 'management.cattle.io.node';

/** A v3 node as steve shows it: the object that norman reads. */
export function managementNodeView(contents: Contents, node: RancherNode, baseUrl: string) {
  const { clusterId, nodeName, createdAt, uid, drain } = node;
  const name = node.id.split(':')[1] ?? '';
  const object = contents.find(clusterId, 'node', nodeName);
  const facts = nodeFacts(object);
  const unschedulableNow = isShownUnschedulable(node, object);
  const state = nodeState({ drain, unschedulable: unschedulableNow, isReady: isNodeReady(object) });
  const self = `${baseUrl}/v1/${NODE_TYPE}s/${clusterId}/${name}`;
  const view = `${baseUrl}/apis/management.cattle.io/v3/namespaces/${clusterId}/nodes/${name}`;
  const { addresses, allocatable, capacity, conditions, nodeInfo, taints, providerID, unschedulable } = facts;
  return {
    ...{ id: `${clusterId}/${name}`, type: NODE_TYPE },
    links: { patch: self, remove: self, self, update: self, view },
    ...{ apiVersion: 'management.cattle.io/v3', kind: 'Node' },
    metadata: {
      ...{ annotations: {}, creationTimestamp: createdAt, labels: { 'cattle.io/creator': 'norman' } },
      ...{ name, namespace: clusterId, uid, resourceVersion: String(object?.resourceVersion ?? 1) },
      state: { error: false, message: '', name: state, transitioning: state === 'draining' },
    },
    spec: {
      ...rolesIn(object?.labels ?? {}),
      ...{ imported: false, requestedHostname: nodeName },
      internalNodeSpec: { providerID, ...(taints.length > 0 && { taints }), ...(unschedulable && { unschedulable }) },
    },
    status: {
      conditions: conditionsOf(node, facts),
      internalNodeStatus: { addresses, allocatable, capacity, conditions, nodeInfo },
      ...{ nodeName, nodeLabels: object?.labels ?? {}, nodeAnnotations: object?.annotations ?? {} },
    },
  };
}
