import type { Cluster } from '../clusters/cluster.ts';
import type { ClusterSecurityGroup } from '../infrastructure/security-groups/cluster-security-group.ts';
import type { Offering } from '../marketplace/offering.ts';
import type { Order } from '../marketplace/order.ts';
import type { Resource } from '../marketplace/resource.ts';
import type { Node } from '../nodes/node.ts';
import type { Tenant } from '../planning/tenant.ts';
import type { ServiceSettings } from '../providers/service-settings.ts';
import { auditSchema, type Facts, textOf } from './audit-schema.ts';
import { lifecycleEvent, orderEvent, resourceEvent } from './lifecycle-events.ts';

const PLACED = {
  projectUuid: 'hidden',
  projectName: 'hidden',
  customerUuid: 'hidden',
  customerName: 'hidden',
  offeringUuid: 'detail',
  offeringName: 'detail',
  providerUuid: 'hidden',
  planUuid: 'detail',
} as const;
const ownUuid = (facts: Facts) => textOf(facts, 'uuid');
const placeIn = (facts: Facts) => ({
  customerUuid: textOf(facts, 'customerUuid'),
  projectUuid: textOf(facts, 'projectUuid'),
});

export const ORDER_AUDIT = auditSchema<Order>({
  model: 'Marketplace.Order',
  title: 'Order of',
  nameOf: (facts) => textOf(facts, 'resourceName') ?? '',
  created: 'marketplace_order_created',
  updated: orderEvent,
  deleted: 'marketplace_order_deleted',
  fields: {
    ...PLACED,
    type: 'shown',
    state: 'shown',
    resourceUuid: 'detail',
    resourceName: 'detail',
    clusterUuid: 'detail',
    attributes: 'hidden',
    managedAttributes: 'hidden',
    siteAgent: 'detail',
    createdByUuid: 'detail',
    approvedByUuid: 'shown',
    approvedAt: 'detail',
    providerReviewedByUuid: 'shown',
    providerReviewedAt: 'detail',
    consumerRejectionComment: 'shown',
    providerRejectionComment: 'shown',
    completedAt: 'detail',
    lastError: 'shown',
  },
});

export const RESOURCE_AUDIT = auditSchema<Resource>({
  model: 'Marketplace.Resource',
  title: 'Resource',
  placeOf: (facts) => ({
    ...placeIn(facts),
    clusterUuid: textOf(facts, 'clusterUuid'),
    resourceUuid: ownUuid(facts),
  }),
  created: 'marketplace_resource_create_requested',
  updated: resourceEvent,
  deleted: 'marketplace_resource_deleted',
  fields: {
    ...PLACED,
    name: 'shown',
    slug: 'detail',
    state: 'shown',
    clusterUuid: 'detail',
    options: 'shown',
    managed: 'detail',
    siteAgent: 'detail',
    pendingOrderUuid: 'hidden',
  },
});

export const CLUSTER_AUDIT = auditSchema<Cluster>({
  model: 'Rancher.Cluster',
  title: 'Cluster',
  placeOf: (facts) => ({
    ...placeIn(facts),
    clusterUuid: ownUuid(facts),
    resourceUuid: textOf(facts, 'resourceUuid'),
  }),
  created: 'resource_creation_scheduled',
  updated: lifecycleEvent,
  deleted: 'resource_deletion_succeeded',
  fields: {
    ...PLACED,
    name: 'shown',
    description: 'shown',
    state: 'shown',
    runtimeState: 'hidden',
    claimsUuid: 'hidden',
    settingsUuid: 'detail',
    settingsName: 'detail',
    resourceUuid: 'detail',
    orderUuid: 'detail',
    tenantUuid: 'detail',
    vmProjectUuid: 'detail',
    installLonghorn: 'shown',
    provisioningName: 'hidden',
    isRenameDue: 'hidden',
    managed: 'shown',
    imported: 'shown',
    kubernetesVersion: 'shown',
    upgrade: 'detail',
    backendId: 'detail',
    accessUrl: 'detail',
    capacity: 'hidden',
    requested: 'hidden',
    nodes: 'hidden',
    currentStep: 'hidden',
    operationUuid: 'hidden',
    operationSince: 'hidden',
    nodeOperations: 'hidden',
    drift: 'shown',
    missingNodes: 'hidden',
    autohealing: 'shown',
    healing: 'hidden',
    argocdToken: 'named',
    managementSecurityGroup: 'shown',
    lastError: 'detail',
  },
});

const specOf = ({ spec }: Facts): Facts => (typeof spec === 'object' && spec !== null ? { ...spec } : {});

export const NODE_AUDIT = auditSchema<Node>({
  model: 'Rancher.Node',
  title: 'Node',
  nameOf: (facts) => textOf(specOf(facts), 'name') ?? '',
  created: 'resource_creation_scheduled',
  updated: lifecycleEvent,
  deleted: 'resource_deletion_succeeded',
  fields: {
    clusterUuid: 'hidden',
    clusterName: 'detail',
    projectUuid: 'hidden',
    customerUuid: 'hidden',
    settingsUuid: 'hidden',
    settingsName: 'hidden',
    state: 'shown',
    runtimeState: 'hidden',
    unhealthySince: 'hidden',
    spec: 'hidden',
    portId: 'hidden',
    instanceId: 'detail',
    volumeIds: 'hidden',
    serverRequest: 'hidden',
    hasOwnCredential: 'hidden',
    leavesGap: 'hidden',
    replacedByUuid: 'detail',
    failedServers: 'shown',
    addresses: 'detail',
    backendId: 'detail',
    facts: 'hidden',
    lastError: 'detail',
  },
});

export const SECURITY_GROUP_AUDIT = auditSchema<ClusterSecurityGroup>({
  model: 'Rancher.ClusterSecurityGroup',
  title: 'Security group',
  created: 'resource_creation_succeeded',
  updated: 'resource_update_succeeded',
  deleted: 'resource_deletion_succeeded',
  fields: {
    projectUuid: 'hidden',
    projectName: 'hidden',
    customerUuid: 'hidden',
    customerName: 'hidden',
    clusterUuid: 'hidden',
    clusterName: 'detail',
    name: 'shown',
    description: 'shown',
    rules: 'shown',
    state: 'shown',
    lastError: 'detail',
  },
});

export const TENANT_AUDIT = auditSchema<Tenant>({
  model: 'OpenStack.Tenant',
  title: 'Tenant',
  created: 'resource_import_succeeded',
  updated: 'resource_update_succeeded',
  deleted: 'resource_deletion_succeeded',
  fields: {
    projectUuid: 'hidden',
    projectName: 'hidden',
    customerUuid: 'hidden',
    customerName: 'hidden',
    name: 'shown',
    settingsUuid: 'detail',
    settingsName: 'shown',
    backendId: 'shown',
    hasOwnCredential: 'shown',
  },
});

export const OFFERING_AUDIT = auditSchema<Offering>({
  model: 'Marketplace.Offering',
  title: 'Offering',
  created: 'marketplace_offering_created',
  updated: 'marketplace_offering_updated',
  deleted: 'marketplace_offering_deleted',
  fields: {
    name: 'shown',
    slug: 'detail',
    description: 'shown',
    state: 'shown',
    type: 'shown',
    customerUuid: 'hidden',
    customerName: 'hidden',
    settingsUuid: 'detail',
    components: 'shown',
    pluginOptions: 'shown',
    resourceOptions: 'shown',
    plans: 'shown',
    shared: 'shown',
  },
});

export const SETTINGS_AUDIT = auditSchema<ServiceSettings>({
  model: 'Structure.ServiceSettings',
  title: 'Service settings',
  created: 'service_settings_creation_succeeded',
  updated: 'service_settings_update_succeeded',
  deleted: 'service_settings_deletion_succeeded',
  fields: {
    name: 'shown',
    type: 'shown',
    customerUuid: 'detail',
    state: 'shown',
    errorMessage: 'detail',
    options: 'shown',
    secretRevisions: 'named',
    retiredSecrets: 'hidden',
    claimsUuid: 'hidden',
    identity: 'hidden',
  },
});
