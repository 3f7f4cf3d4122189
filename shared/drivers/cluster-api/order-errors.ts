import { Refusals } from '#shared/domain/_core/refusals';
import type { OrderAttributes } from '#shared/domain/planning/order-attributes';
import type { FieldErrors } from '#shared/errors';

const TEMPLATE_INSTEAD = 'Clusters of this offering are ordered by a template: use `cluster_api_template`.';
const NOT_MANAGED = 'Cluster API makes no managed clusters: this offering must be of self-managed clusters.';

function refuseOthers(order: OrderAttributes, refused: Refusals): void {
  const { nodes, pools, clusterTemplateUuid, sshPublicKey, securityGroupUuids, installLonghorn } = order;
  if (nodes.length > 0) refused.add('nodes', TEMPLATE_INSTEAD);
  if (pools !== undefined) refused.add('pools', TEMPLATE_INSTEAD);
  if (clusterTemplateUuid !== undefined) refused.add('cluster_template', TEMPLATE_INSTEAD);
  if (sshPublicKey !== undefined) refused.add('ssh_public_key', 'Name a key pair of the cloud in `keypair` instead.');
  if (securityGroupUuids.length > 0) {
    refused.add('security_groups', 'Cluster API makes the security groups of its machines. Leave this field out.');
  }
  if (installLonghorn) {
    refused.add('install_longhorn', 'Clusters of this offering use volumes of the cloud. Leave this field out.');
  }
}

/** Errors in an order, by field. They are found without a call to a cloud. */
export function orderErrors(order: OrderAttributes): FieldErrors {
  const { clusterApi, tenantUuid } = order;
  const refused = new Refusals();
  refuseOthers(order, refused);
  if (tenantUuid === undefined) refused.add('tenant', 'This field is required.');
  if (clusterApi === undefined) refused.add('cluster_api_template', 'This field is required.');
  else if (clusterApi.masterCount % 2 === 0) {
    // Paddock refuses an even number of members, although Cluster API accepts it. With four members, etcd survives only
    // one failure, as with three members.
    refused.add('master_count', 'Enter an odd number, because etcd needs a majority of its members.');
  }
  return refused.byField;
}

/** The error that refuses every order of a managed cluster, because this driver has no managed clusters. */
export const managedErrors = (): FieldErrors => ({ offering: [NOT_MANAGED] });
