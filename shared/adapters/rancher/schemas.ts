import { z } from 'zod';
import type {
  ListedCluster,
  ManagementCluster,
  ProvisioningCluster,
  RancherNode,
  RegistrationToken,
} from '../../ports/rancher.ts';
import { capacityOf } from './capacity.ts';
import { nodeFactsOf, nodeFactsReply } from './node-facts.ts';

const texts = z.record(z.string(), z.string()).nullish();
const text = z.string().nullish();

export const provisioningCluster = z
  .object({
    metadata: z.object({
      name: z.string(),
      labels: texts,
      deletionTimestamp: text,
      state: z.object({ message: text }).nullish(),
    }),
    spec: z.object({ kubernetesVersion: text, rkeConfig: z.looseObject({}).nullish() }).nullish(),
    status: z.object({ clusterName: text }).nullish(),
  })
  .transform(
    ({ metadata, spec, status }): ProvisioningCluster => ({
      name: metadata.name,
      managementId: status?.clusterName ?? '',
      isBeingDeleted: metadata.deletionTimestamp != null,
      kubernetesVersion: spec?.kubernetesVersion ?? '',
      message: metadata.state?.message ?? '',
      labels: metadata.labels ?? {},
      isInstalled: spec?.rkeConfig != null,
    }),
  );

/** Version and quantities are told by the cluster itself, so they are missing until it runs. */
const toldCluster = z.object({
  id: z.string(),
  name: z.string(),
  state: z.string(),
  transitioningMessage: text,
  version: z.object({ gitVersion: text }).nullish(),
  capacity: texts,
  requested: texts,
});
const managementOf = (told: z.infer<typeof toldCluster>): ManagementCluster => ({
  ...{ id: told.id, name: told.name, state: told.state },
  message: told.transitioningMessage ?? '',
  kubernetesVersion: told.version?.gitVersion ?? '',
  capacity: told.capacity ? capacityOf(told.capacity) : {},
  requested: told.requested ?? {},
});
export const managementCluster = toldCluster.transform(managementOf);

const flag = z.boolean().nullish();

/** `internal` is what Rancher calls the cluster that it runs on itself. */
export const listedCluster = toldCluster
  .extend({ description: text, nodeCount: z.number().nullish(), created: text, internal: flag })
  .transform(({ description, nodeCount, created, internal, ...told }) => ({
    isInternal: internal === true || told.id === 'local',
    cluster: {
      ...managementOf(told),
      ...{ description: description ?? '', nodeCount: nodeCount ?? 0, created: created ?? '' },
    } satisfies ListedCluster,
  }));

const condition = z.object({ type: z.string(), status: z.string(), transitioning: flag, error: flag, reason: text });
/** A drain that has failed is told by a word of its own, or by the reason that Kubernetes' conditions have. */
function drainedOf(conditions: readonly z.infer<typeof condition>[]): Pick<RancherNode, 'drained'> {
  const found = conditions.find(({ type }) => type === 'Drained');
  if (!found) return {};
  const { status, transitioning, error, reason } = found;
  return { drained: { status, transitioning: transitioning === true, error: error === true || reason === 'Error' } };
}

/** Rancher tells roles in fields of its own; of a node that it has taken in they may be in Kubernetes' labels only. */
const ROLES = [
  { role: 'etcd', field: 'etcd', label: 'node-role.kubernetes.io/etcd' },
  { role: 'controlplane', field: 'controlPlane', label: 'node-role.kubernetes.io/control-plane' },
  { role: 'worker', field: 'worker', label: 'node-role.kubernetes.io/worker' },
] as const;
const toldRoles = z.object({ etcd: flag, controlPlane: flag, worker: flag });
const rolesIn = (told: z.infer<typeof toldRoles>, labels: Readonly<Record<string, string>>): RancherNode['roles'] =>
  ROLES.filter(({ field, label }) => told[field] === true || labels[label] === 'true').map(({ role }) => role);

const placedNode = nodeFactsReply.extend({
  ...toldRoles.shape,
  id: z.string(),
  clusterId: z.string(),
  requestedHostname: z.string(),
  state: z.string(),
  transitioningMessage: text,
  actions: texts,
  conditions: z.array(condition).nullish(),
});
export const rancherNode = placedNode.transform(
  ({ id, clusterId, requestedHostname, state, transitioningMessage, actions, conditions, ...told }) => ({
    clusterId,
    node: {
      id,
      hostname: requestedHostname,
      state,
      message: transitioningMessage ?? '',
      roles: rolesIn(told, told.labels ?? {}),
      facts: nodeFactsOf(told),
      actions: Object.keys(actions ?? {}),
      ...drainedOf(conditions ?? []),
    } satisfies RancherNode,
  }),
);

export const registrationToken = z
  .object({ id: z.string(), clusterId: z.string(), token: text, labels: texts })
  .transform(({ id, clusterId, token, labels }) => ({
    clusterId,
    token: { id, token: token ?? '', labels: labels ?? {} } satisfies RegistrationToken,
  }));

export const setting = z.object({ value: text });
