import { Refusals } from '#shared/domain/_core/refusals';
import type { OrderAttributes } from '#shared/domain/planning/order-attributes';
import { settingsProblems } from '#shared/domain/pools/order/cluster-problems';
import { poolsErrors, requestProblems } from '#shared/domain/pools/order/pool-problems';
import type { FieldErrors } from '#shared/errors';

/** Attributes that belong to nodes. Paddock would ignore them in a cluster with pools. */
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
    refused.add('nodes', 'Clusters of this offering have pools of machines instead of nodes: use `pools`.');
  }
  if (sshPublicKey !== undefined) {
    refused.add('ssh_public_key', 'Rancher creates an SSH key for each machine of a pool. Leave this field out.');
  }
  if (securityGroupUuids.length > 0) refused.add('security_groups', 'Name the security groups in each pool instead.');
}

/** Errors in an order of pools that are found without a call to a cloud, by field. */
export function poolOrderErrors(order: OrderAttributes): FieldErrors {
  const { pools = [], poolSettings, tenantUuid } = order;
  const refused = new Refusals();
  refuseNodes(order, refused);
  if (tenantUuid === undefined) refused.add('tenant', 'This field is required.');
  if (pools.length === 0) refused.add('pools', 'Order at least one pool.');
  return {
    ...(poolSettings && settingsProblems(poolSettings)),
    ...(pools.length > 0 && poolsErrors(requestProblems(pools))),
    ...refused.byField,
  };
}
