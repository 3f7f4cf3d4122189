import { z } from 'zod';
import type { RancherNode } from '#shared/ports/rancher-objects';
import type { ListedNode } from './join-nodes.ts';
import { nodeFactsOf, nodeFactsReply } from './node-facts.ts';

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

const joinedNodeReply = nodeFactsReply.extend({
  ...rolesReply.shape,
  ...{ id: z.string(), clusterId: z.string(), state: z.string() },
  ...{ requestedHostname: text, nodeName: text, transitioningMessage: text },
  actions: texts,
  conditions: z.array(condition).nullish(),
});
/** A v3 node. It exists once a kubelet has joined. */
export const rancherNode = joinedNodeReply.transform(
  ({ id, clusterId, state, actions, conditions, ...reported }): ListedNode & { clusterId: string } => ({
    clusterId,
    machineName: reported.annotations?.[MACHINE_ANNOTATION] ?? reported.labels?.[MACHINE_LABEL] ?? '',
    node: {
      ...{ id, state },
      hostname: reported.requestedHostname || reported.nodeName || '',
      message: reported.transitioningMessage ?? '',
      roles: rolesIn(reported, reported.labels ?? {}),
      facts: nodeFactsOf(reported),
      actions: Object.keys(actions ?? {}),
      ...drainedOf(conditions ?? []),
    },
  }),
);
