import type { RecordBase } from '#shared/domain/_core/record';
import { atWorkSince, type Cluster, cluster } from '#shared/domain/clusters/cluster';
import { type Hook, hook } from '#shared/domain/hooks/hook';
import { type SshKey, sshKey } from '#shared/domain/identity/ssh-key';
import { type User, user } from '#shared/domain/identity/user';
import { type ClusterTenant, clusterTenant } from '#shared/domain/infrastructure/cluster-tenant';
import {
  type ClusterSecurityGroup,
  clusterSecurityGroup,
} from '#shared/domain/infrastructure/security-groups/cluster-security-group';
import { type Offering, offering } from '#shared/domain/marketplace/offering';
import { type Order, order } from '#shared/domain/marketplace/order';
import { type Resource, resource } from '#shared/domain/marketplace/resource';
import { type Node, node } from '#shared/domain/nodes/node';
import { type Customer, customer } from '#shared/domain/organizations/customer';
import { type Invitation, invitation, placeOfInvitation } from '#shared/domain/organizations/invitation';
import { type Project, project } from '#shared/domain/organizations/project';
import { type Tenant, tenant } from '#shared/domain/planning/tenant';
import { type ServiceSettings, serviceSettings } from '#shared/domain/providers/service-settings';
import { type AgentIdentity, agentIdentity } from '#shared/domain/site-agents/agent-identity';
import { type ComponentUsage, componentUsage, isMetered } from '#shared/domain/usage/component-usage';
import { alone, besideOf, HEAD, joined } from './cluster-rows.ts';
import {
  CLUSTER_FILTERS,
  ORDER_FILTERS,
  PROJECT_FILTERS,
  RESOURCE_FILTERS,
  TENANT_FILTERS,
} from './filters-of-kinds.ts';
import {
  ARGOCD_RENEWALS,
  ageKey,
  CLUSTERS_AT_WORK,
  clusterSecurityGroupKey,
  clusterSecurityGroupLookup,
  clusterTenantKey,
  hooksOfUser,
  type KindName,
  type LookupKey,
  nodeKey,
  nodeLookup,
  ordersOfCluster,
  RUNNING_USAGES,
  recordKey,
  sshKeysOfUser,
} from './keys.ts';
import type { Kind, PlaceOfRow } from './kind.ts';
import { usageKey } from './usage-keys.ts';

const ownPartition = (name: KindName) => (item: RecordBase) => recordKey(name, item.uuid);
const placed = ({ customerUuid, projectUuid }: PlaceOfRow): PlaceOfRow => ({ customerUuid, projectUuid });
const PROJECT_LEVEL = ['customer', 'project'] as const;

export const USERS: Kind<User> = {
  name: 'USER',
  title: 'User',
  schema: user,
  keyOf: ownPartition('USER'),
  scopes: [],
  placeOf: () => ({}),
};
export const SSH_KEYS: Kind<SshKey> = {
  name: 'SSH_KEY',
  title: 'SshPublicKey',
  schema: sshKey,
  keyOf: ownPartition('SSH_KEY'),
  scopes: [],
  placeOf: () => ({}),
  lookupOf: (item) => ({ lookupPk: sshKeysOfUser(item.userUuid), lookupSk: ageKey(item) }),
};
export const HOOKS: Kind<Hook> = {
  name: 'HOOK',
  title: 'Hook',
  schema: hook,
  keyOf: ownPartition('HOOK'),
  scopes: [],
  placeOf: () => ({}),
  lookupOf: (item) => ({ lookupPk: hooksOfUser(item.userUuid), lookupSk: ageKey(item) }),
};
export const CUSTOMERS: Kind<Customer> = {
  name: 'CUSTOMER',
  title: 'Customer',
  schema: customer,
  keyOf: ownPartition('CUSTOMER'),
  scopes: [],
  placeOf: ({ uuid }) => ({ customerUuid: uuid }),
};
/** A project stands in its own list, so that who sees one project only finds it there. */
export const PROJECTS: Kind<Project> = {
  name: 'PROJECT',
  title: 'Project',
  schema: project,
  keyOf: ownPartition('PROJECT'),
  scopes: PROJECT_LEVEL,
  placeOf: ({ uuid, customerUuid }) => ({ customerUuid, projectUuid: uuid }),
  filters: PROJECT_FILTERS,
};
export const INVITATIONS: Kind<Invitation> = {
  name: 'INVITATION',
  title: 'Invitation',
  schema: invitation,
  keyOf: ownPartition('INVITATION'),
  scopes: PROJECT_LEVEL,
  placeOf: placeOfInvitation,
};
export const SETTINGS: Kind<ServiceSettings> = {
  name: 'SETTINGS',
  title: 'ServiceSettings',
  schema: serviceSettings,
  keyOf: ownPartition('SETTINGS'),
  scopes: ['customer'],
  placeOf: placed,
};
export const TENANTS: Kind<Tenant> = {
  name: 'TENANT',
  title: 'Tenant',
  schema: tenant,
  keyOf: ownPartition('TENANT'),
  scopes: PROJECT_LEVEL,
  placeOf: placed,
  filters: TENANT_FILTERS,
};
export const OFFERINGS: Kind<Offering> = {
  name: 'OFFERING',
  title: 'Offering',
  schema: offering,
  keyOf: ownPartition('OFFERING'),
  scopes: ['customer'],
  placeOf: placed,
};
export const AGENT_IDENTITIES: Kind<AgentIdentity> = {
  name: 'AGENT_IDENTITY',
  title: 'AgentIdentity',
  schema: agentIdentity,
  keyOf: ownPartition('AGENT_IDENTITY'),
  scopes: ['customer'],
  placeOf: placed,
};
export const ORDERS: Kind<Order> = {
  name: 'ORDER',
  title: 'Order',
  schema: order,
  keyOf: ownPartition('ORDER'),
  scopes: PROJECT_LEVEL,
  placeOf: placed,
  filters: ORDER_FILTERS,
  lookupOf: (item) =>
    item.clusterUuid === undefined
      ? undefined
      : { lookupPk: ordersOfCluster(item.clusterUuid), lookupSk: ageKey(item) },
};
export const RESOURCES: Kind<Resource> = {
  name: 'RESOURCE',
  title: 'Resource',
  schema: resource,
  keyOf: ownPartition('RESOURCE'),
  scopes: PROJECT_LEVEL,
  placeOf: placed,
  filters: RESOURCE_FILTERS,
};
export const COMPONENT_USAGES: Kind<ComponentUsage> = {
  name: 'COMPONENT_USAGE',
  title: 'ComponentUsage',
  schema: componentUsage,
  keyOf: ({ resourceUuid, billingPeriod, type }) => usageKey(resourceUuid, billingPeriod, type),
  scopes: PROJECT_LEVEL,
  placeOf: placed,
  lookupOf: (usage) =>
    isMetered(usage) && usage.rate > 0
      ? { lookupPk: RUNNING_USAGES, lookupSk: `${usage.billingPeriod}#${usage.resourceUuid}#${usage.type}` }
      : undefined,
};
/**
 * What has to be looked at next: of a cluster at work, whether it still is; of a resting one, whether Argo CD's access to it
 * ends. The latter has days of time, and an operation ends before.
 */
function clusterLookup(item: Cluster): LookupKey | undefined {
  const since = atWorkSince(item);
  if (since !== undefined) {
    return { lookupPk: CLUSTERS_AT_WORK, lookupSk: ageKey({ created: since, uuid: item.uuid }) };
  }
  const renewAt = item.argocdToken?.renewAt;
  return renewAt === undefined ? undefined : { lookupPk: ARGOCD_RENEWALS, lookupSk: renewAt };
}

export const CLUSTERS: Kind<Cluster> = {
  name: 'CLUSTER',
  title: 'Cluster',
  schema: cluster,
  keyOf: ownPartition('CLUSTER'),
  scopes: PROJECT_LEVEL,
  placeOf: placed,
  filters: CLUSTER_FILTERS,
  rows: { head: HEAD, besideOf, joined, alone },
  lookupOf: clusterLookup,
};
export const CLUSTER_TENANTS: Kind<ClusterTenant> = {
  name: 'CLUSTER_TENANT',
  title: 'ClusterTenant',
  schema: clusterTenant,
  keyOf: ({ clusterUuid, uuid }) => clusterTenantKey(clusterUuid, uuid),
  scopes: [],
  placeOf: () => ({}),
};
export const CLUSTER_SECURITY_GROUPS: Kind<ClusterSecurityGroup> = {
  name: 'CLUSTER_SECURITY_GROUP',
  title: 'ClusterSecurityGroup',
  schema: clusterSecurityGroup,
  keyOf: ({ clusterUuid, uuid }) => clusterSecurityGroupKey(clusterUuid, uuid),
  scopes: PROJECT_LEVEL,
  placeOf: placed,
  lookupOf: ({ uuid }) => clusterSecurityGroupLookup(uuid),
};
export const NODES: Kind<Node> = {
  name: 'NODE',
  title: 'Node',
  schema: node,
  keyOf: ({ clusterUuid, uuid }) => nodeKey(clusterUuid, uuid),
  scopes: PROJECT_LEVEL,
  placeOf: placed,
  isListedByRefs: true,
  lookupOf: ({ uuid }) => nodeLookup(uuid),
};
