import { z } from 'zod';
import type { ManagementCluster, ProvisioningCluster, RancherNode, RegistrationToken } from '../../ports/rancher.ts';
import { capacityOf } from './capacity.ts';
import { nodeFactsOf, nodeFactsReply } from './node-facts.ts';

const texts = z.record(z.string(), z.string()).nullish();
const text = z.string().nullish();

export const provisioningCluster = z
  .object({
    metadata: z.object({
      name: z.string(),
      deletionTimestamp: text,
      state: z.object({ message: text }).nullish(),
    }),
    status: z.object({ clusterName: text }).nullish(),
  })
  .transform(
    ({ metadata, status }): ProvisioningCluster => ({
      name: metadata.name,
      managementId: status?.clusterName ?? '',
      isBeingDeleted: metadata.deletionTimestamp != null,
      message: metadata.state?.message ?? '',
    }),
  );

/** Version and quantities are told by the cluster itself, so they are missing until it runs. */
export const managementCluster = z
  .object({
    id: z.string(),
    name: z.string(),
    state: z.string(),
    transitioningMessage: text,
    version: z.object({ gitVersion: text }).nullish(),
    capacity: texts,
    requested: texts,
  })
  .transform(
    ({ id, name, state, transitioningMessage, version, capacity, requested }): ManagementCluster => ({
      id,
      name,
      state,
      message: transitioningMessage ?? '',
      kubernetesVersion: version?.gitVersion ?? '',
      capacity: capacity ? capacityOf(capacity) : {},
      requested: requested ?? {},
    }),
  );

const flag = z.boolean().nullish();
const condition = z.object({ type: z.string(), status: z.string(), transitioning: flag, error: flag, reason: text });
/** A drain that has failed is told by a word of its own, or by the reason that Kubernetes' conditions have. */
function drainedOf(conditions: readonly z.infer<typeof condition>[]): Pick<RancherNode, 'drained'> {
  const found = conditions.find(({ type }) => type === 'Drained');
  if (!found) return {};
  const { status, transitioning, error, reason } = found;
  return { drained: { status, transitioning: transitioning === true, error: error === true || reason === 'Error' } };
}

const placedNode = nodeFactsReply.extend({
  id: z.string(),
  clusterId: z.string(),
  requestedHostname: z.string(),
  state: z.string(),
  transitioningMessage: text,
  actions: texts,
  conditions: z.array(condition).nullish(),
});
export const rancherNode = placedNode.transform(
  ({ id, clusterId, requestedHostname, state, transitioningMessage, actions, conditions, ...facts }) => ({
    clusterId,
    node: {
      id,
      hostname: requestedHostname,
      state,
      message: transitioningMessage ?? '',
      facts: nodeFactsOf(facts),
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
