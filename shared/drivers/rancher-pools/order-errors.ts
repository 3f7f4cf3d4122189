import { Refusals } from '#shared/domain/_core/refusals';
import type { ManagedAttributes } from '#shared/domain/infrastructure/managed-attributes';
import type { OrderAttributes } from '#shared/domain/planning/order-attributes';
import { settingsProblems } from '#shared/domain/pools/order/cluster-problems';
import { poolsErrors, requestProblems } from '#shared/domain/pools/order/pool-problems';
import type { FieldErrors } from '#shared/errors';

const POOLS_INSTEAD = 'Clusters of this offering have pools of machines instead of nodes: use `pools`.';
const NO_CLUSTER_API = 'Clusters of this offering have pools and are not made by Cluster API: use `pools`.';
const NO_SSH_KEY = 'Rancher creates an SSH key for each machine of a pool. Leave this field out.';
const NO_POOL = 'Order at least one pool.';

/** Refuses attributes that belong to nodes, because Paddock would ignore them in a cluster with pools. */
function refuseNodes(
  { nodes, clusterTemplateUuid, sshPublicKey, securityGroupUuids }: OrderAttributes,
  refused: Refusals,
) {
  if (clusterTemplateUuid !== undefined) {
    refused.add(
      'cluster_template',
      'Cluster templates have nodes, but clusters of this offering have machine pools. Leave the template out.',
    );
  } else if (nodes.length > 0) {
    refused.add('nodes', POOLS_INSTEAD);
  }
  if (sshPublicKey !== undefined) refused.add('ssh_public_key', NO_SSH_KEY);
  if (securityGroupUuids.length > 0) refused.add('security_groups', 'Name the security groups in each pool instead.');
}

/** Errors in an order of pools, by field. They are found without a call to a cloud. */
export function poolOrderErrors(order: OrderAttributes, clusterApiFields: readonly string[]): FieldErrors {
  const { pools = [], poolSettings, tenantUuid } = order;
  const refused = new Refusals();
  refuseNodes(order, refused);
  for (const field of clusterApiFields) refused.add(field, NO_CLUSTER_API);
  if (tenantUuid === undefined) refused.add('tenant', 'This field is required.');
  if (pools.length === 0) refused.add('pools', NO_POOL);
  return {
    ...(poolSettings && settingsProblems(poolSettings)),
    ...(pools.length > 0 && poolsErrors(requestProblems(pools))),
    ...refused.byField,
  };
}

/** Between clouds, Paddock opens the ports of this CNI only (`security-rules.ts`). */
const CNI_BETWEEN_CLOUDS = 'cilium';

/**
 * Errors in an order of a managed cluster with pools, by field. The clouds of the pools are checked elsewhere, together
 * with the other clouds of the order.
 */
export function managedPoolErrors(order: ManagedAttributes): FieldErrors {
  const { pools = [], poolSettings, workerNodesFlavorName, sshPublicKey, openstackOfferingUuids } = order;
  const refused = new Refusals();
  if (workerNodesFlavorName !== '') refused.add('worker_nodes_flavor_name', POOLS_INSTEAD);
  if (sshPublicKey !== undefined) refused.add('ssh_public_key', NO_SSH_KEY);
  if (pools.length === 0) refused.add('pools', NO_POOL);
  const { cni = CNI_BETWEEN_CLOUDS } = poolSettings ?? {};
  if (openstackOfferingUuids.length > 1 && cni !== CNI_BETWEEN_CLOUDS) {
    refused.add(
      'cni',
      `A cluster in several clouds needs ${CNI_BETWEEN_CLOUDS}. Only the ports of this CNI are open between clouds.`,
    );
  }
  return {
    ...(poolSettings && settingsProblems(poolSettings)),
    ...(pools.length > 0 && poolsErrors(requestProblems(pools))),
    ...refused.byField,
  };
}
