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

const placedNode = nodeFactsReply.extend({
  id: z.string(),
  clusterId: z.string(),
  requestedHostname: z.string(),
  state: z.string(),
  transitioningMessage: text,
});
export const rancherNode = placedNode.transform(
  ({ id, clusterId, requestedHostname, state, transitioningMessage, ...facts }) => ({
    clusterId,
    node: {
      id,
      hostname: requestedHostname,
      state,
      message: transitioningMessage ?? '',
      facts: nodeFactsOf(facts),
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
