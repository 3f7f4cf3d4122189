import { z } from 'zod';
import type { ContentObject } from '../_core/rancher-objects.ts';

const text = z.record(z.string(), z.string()).default({});
const taints = z.array(z.object({ key: z.string(), value: z.string().optional(), effect: z.string() })).default([]);
const address = z.object({ type: z.string(), address: z.string() });
const condition = z.looseObject({
  ...{ type: z.string(), lastHeartbeatTime: z.string().optional(), lastTransitionTime: z.string().optional() },
});
const version = z.string().default('');
const nodeInfo = z.object({
  ...{ kubeletVersion: version, kubeProxyVersion: version, containerRuntimeVersion: version },
  ...{ osImage: z.string().default(''), kernelVersion: z.string().default('') },
});
const kubernetesNode = z.object({
  spec: z
    .object({ taints, providerID: z.string().default(''), unschedulable: z.boolean().default(false) })
    .prefault({}),
  status: z
    .object({
      ...{ addresses: z.array(address).default([]), conditions: z.array(condition).default([]) },
      ...{ allocatable: text, capacity: text, nodeInfo: nodeInfo.prefault({}) },
    })
    .prefault({}),
});

/** The facts that a Kubernetes Node shows. Missing fields are empty, since a client may have made the Node. */
export function nodeFacts(object: ContentObject | undefined) {
  const { spec, status } = kubernetesNode.safeParse(object?.body ?? {}).data ?? kubernetesNode.parse({});
  const address = status.addresses.find(({ type }) => type === 'InternalIP')?.address ?? '';
  return { ...spec, ...status, address, ...status.nodeInfo };
}
/**
 * Whether the Node's kubelet answers, according to the condition `Ready`. A Node without this condition, e.g. one that
 * a test has made, counts as ready.
 */
export const isNodeReady = (object: ContentObject | undefined): boolean =>
  nodeFacts(object).conditions.every(({ type, status }) => type !== 'Ready' || status === 'True');
export type NodeFacts = ReturnType<typeof nodeFacts>;
