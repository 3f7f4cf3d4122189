import { z } from 'zod';
import { parseMebibytes, parseQuantity } from '#shared/domain/_core/kubernetes-quantity';
import type { NodeFacts } from '#shared/domain/nodes/node';
import type { RancherNode } from '#shared/ports/rancher-objects';
import type { ListedNode } from './join-nodes.ts';

const text = z.string().nullish();
const texts = z.record(z.string(), z.string()).nullish();
const flag = z.boolean().nullish();

const condition = z.object({ type: z.string(), status: z.string(), transitioning: flag, error: flag, reason: text });
/** A failed drain has a field of its own, or a reason as in Kubernetes' conditions. */
function drainedOf(conditions: readonly z.infer<typeof condition>[]): Pick<RancherNode, 'drained'> {
  const found = conditions.find(({ type }) => type === 'Drained');
  if (!found) return {};
  const { status, transitioning, error, reason } = found;
  return { drained: { status, transitioning: transitioning === true, error: error === true || reason === 'Error' } };
}

/** Rancher has fields for roles. An imported node may have them in Kubernetes' labels only. */
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

/** Rancher sets the annotation half a minute after its agent has labelled the node. */
const MACHINE_ANNOTATION = 'cluster.x-k8s.io/machine';
const MACHINE_LABEL = 'plan.cattle.io/machine-name';

const quantities = z.object({ cpu: z.string(), memory: z.string(), pods: z.string() }).partial().nullish();
const version = z.string().nullish();

/**
 * What a v3 node reports besides its state (docs/spec/nodes.md#what-rancher-says-of-a-node). Missing until its kubelet
 * has reported.
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

/** Cores and pods as numbers, memory in whole MiB, null for missing figures (docs/spec/nodes.md#figures-of-a-node). */
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
/** A v3 node. It exists once a kubelet has joined. */
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
      ...drainedOf(conditions ?? []),
    },
  }),
);
