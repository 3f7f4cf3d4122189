import type { Cluster } from '../clusters/cluster.ts';
import type { ClusterSecurityGroup } from '../infrastructure/security-groups/cluster-security-group.ts';
import type { Offering } from '../marketplace/offering.ts';
import type { Order } from '../marketplace/order.ts';
import type { Resource } from '../marketplace/resource.ts';
import type { Node } from '../nodes/node.ts';
import type { Tenant } from '../planning/tenant.ts';
import type { ServiceSettings } from '../providers/service-settings.ts';
import { lifecycleEvent, orderEvent, resourceEvent } from './lifecycle-events.ts';
import { type Facts, textOf, told } from './told-kind.ts';

const PLACED = {
  projectUuid: 'silent',
  projectName: 'silent',
  customerUuid: 'silent',
  customerName: 'silent',
  offeringUuid: 'detail',
  offeringName: 'detail',
  providerUuid: 'silent',
  planUuid: 'detail',
} as const;
const ownUuid = (facts: Facts) => textOf(facts, 'uuid');
const placeIn = (facts: Facts) => ({
  customerUuid: textOf(facts, 'customerUuid'),
  projectUuid: textOf(facts, 'projectUuid'),
});

export const TOLD_ORDER = told<Order>({
  model: 'Marketplace.Order',
  title: 'Order of',
  nameOf: (facts) => textOf(facts, 'resourceName') ?? '',
  created: 'marketplace_order_created',
  updated: orderEvent,
  deleted: 'marketplace_order_deleted',
  fields: {
    ...PLACED,
    type: 'told',
    state: 'told',
    resourceUuid: 'detail',
    resourceName: 'detail',
    clusterUuid: 'detail',
    attributes: 'silent',
    managedAttributes: 'silent',
    siteAgent: 'detail',
    createdByUuid: 'detail',
    approvedByUuid: 'told',
    approvedAt: 'detail',
    providerReviewedByUuid: 'told',
    providerReviewedAt: 'detail',
    consumerRejectionComment: 'told',
    providerRejectionComment: 'told',
    completedAt: 'detail',
    lastError: 'told',
  },
});

export const TOLD_RESOURCE = told<Resource>({
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
    name: 'told',
    slug: 'detail',
    state: 'told',
    clusterUuid: 'detail',
    options: 'told',
    managed: 'detail',
    siteAgent: 'detail',
    pendingOrderUuid: 'silent',
  },
});

export const TOLD_CLUSTER = told<Cluster>({
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
    name: 'told',
    description: 'told',
    state: 'told',
    runtimeState: 'silent',
    claimsUuid: 'silent',
    settingsUuid: 'detail',
    settingsName: 'detail',
    resourceUuid: 'detail',
    orderUuid: 'detail',
    tenantUuid: 'detail',
    vmProjectUuid: 'detail',
    installLonghorn: 'told',
    provisioningName: 'silent',
    isRenameDue: 'silent',
    managed: 'told',
    imported: 'told',
    kubernetesVersion: 'told',
    upgrade: 'detail',
    backendId: 'detail',
    accessUrl: 'detail',
    capacity: 'silent',
    requested: 'silent',
    nodes: 'silent',
    currentStep: 'silent',
    operationUuid: 'silent',
    operationSince: 'silent',
    nodeOperations: 'silent',
    drift: 'told',
    missingNodes: 'silent',
    autohealing: 'told',
    healing: 'silent',
    argocdToken: 'named',
    managementSecurityGroup: 'told',
    lastError: 'detail',
  },
});

const specOf = ({ spec }: Facts): Facts => (typeof spec === 'object' && spec !== null ? { ...spec } : {});

export const TOLD_NODE = told<Node>({
  model: 'Rancher.Node',
  title: 'Node',
  nameOf: (facts) => textOf(specOf(facts), 'name') ?? '',
  created: 'resource_creation_scheduled',
  updated: lifecycleEvent,
  deleted: 'resource_deletion_succeeded',
  fields: {
    clusterUuid: 'silent',
    clusterName: 'detail',
    projectUuid: 'silent',
    customerUuid: 'silent',
    settingsUuid: 'silent',
    settingsName: 'silent',
    state: 'told',
    runtimeState: 'silent',
    unhealthySince: 'silent',
    spec: 'silent',
    portId: 'silent',
    instanceId: 'detail',
    volumeIds: 'silent',
    serverRequest: 'silent',
    hasOwnCredential: 'silent',
    leavesGap: 'silent',
    replacedByUuid: 'detail',
    failedServers: 'told',
    addresses: 'detail',
    backendId: 'detail',
    facts: 'silent',
    lastError: 'detail',
  },
});

export const TOLD_SECURITY_GROUP = told<ClusterSecurityGroup>({
  model: 'Rancher.ClusterSecurityGroup',
  title: 'Security group',
  created: 'resource_creation_succeeded',
  updated: 'resource_update_succeeded',
  deleted: 'resource_deletion_succeeded',
  fields: {
    projectUuid: 'silent',
    projectName: 'silent',
    customerUuid: 'silent',
    customerName: 'silent',
    clusterUuid: 'silent',
    clusterName: 'detail',
    name: 'told',
    description: 'told',
    rules: 'told',
    state: 'told',
    lastError: 'detail',
  },
});

export const TOLD_TENANT = told<Tenant>({
  model: 'OpenStack.Tenant',
  title: 'Tenant',
  created: 'resource_import_succeeded',
  updated: 'resource_update_succeeded',
  deleted: 'resource_deletion_succeeded',
  fields: {
    projectUuid: 'silent',
    projectName: 'silent',
    customerUuid: 'silent',
    customerName: 'silent',
    name: 'told',
    settingsUuid: 'detail',
    settingsName: 'told',
    backendId: 'told',
    hasOwnCredential: 'told',
  },
});

export const TOLD_OFFERING = told<Offering>({
  model: 'Marketplace.Offering',
  title: 'Offering',
  created: 'marketplace_offering_created',
  updated: 'marketplace_offering_updated',
  deleted: 'marketplace_offering_deleted',
  fields: {
    name: 'told',
    slug: 'detail',
    description: 'told',
    state: 'told',
    type: 'told',
    customerUuid: 'silent',
    customerName: 'silent',
    settingsUuid: 'detail',
    components: 'told',
    pluginOptions: 'told',
    resourceOptions: 'told',
    plans: 'told',
    shared: 'told',
  },
});

export const TOLD_SETTINGS = told<ServiceSettings>({
  model: 'Structure.ServiceSettings',
  title: 'Service settings',
  created: 'service_settings_creation_succeeded',
  updated: 'service_settings_update_succeeded',
  deleted: 'service_settings_deletion_succeeded',
  fields: {
    name: 'told',
    type: 'told',
    customerUuid: 'detail',
    state: 'told',
    errorMessage: 'detail',
    options: 'told',
    secretRevisions: 'named',
    retiredSecrets: 'silent',
    claimsUuid: 'silent',
    identity: 'silent',
  },
});
