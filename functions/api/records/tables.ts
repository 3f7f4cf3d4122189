import { eventsResource } from '#shared/contracts/rest/audit/events';
import { keycloakGroupsResource } from '#shared/contracts/rest/cluster-access/keycloak-groups';
import { keycloakUserGroupMembershipsResource } from '#shared/contracts/rest/cluster-access/keycloak-user-group-memberships';
import { rancherRoleTemplatesResource } from '#shared/contracts/rest/cluster-access/rancher-role-templates';
import { rancherUsersResource } from '#shared/contracts/rest/cluster-access/rancher-users';
import { clusterApiLabelsResource } from '#shared/contracts/rest/cluster-api/cluster-api-labels';
import { clusterApiRelaysResource } from '#shared/contracts/rest/cluster-api/cluster-api-relays';
import { clusterApiTemplatesResource } from '#shared/contracts/rest/cluster-api/cluster-api-templates';
import { rancherClusterTemplatesResource } from '#shared/contracts/rest/clusters/rancher-cluster-templates';
import { apiTokensResource } from '#shared/contracts/rest/identity/api-tokens';
import { keysResource } from '#shared/contracts/rest/identity/keys';
import { usersResource } from '#shared/contracts/rest/identity/users';
import { customersResource } from '#shared/contracts/rest/organizations/customers';
import { projectsResource } from '#shared/contracts/rest/organizations/projects';
import { rolesResource } from '#shared/contracts/rest/organizations/roles';
import { userInvitationsResource } from '#shared/contracts/rest/organizations/user-invitations';
import { rancherFieldClassesResource } from '#shared/contracts/rest/pools/rancher-field-classes';
import { marketplaceOfferingUsersResource } from '#shared/contracts/rest/site-agents/marketplace-offering-users';
import { marketplaceServiceProvidersResource } from '#shared/contracts/rest/site-agents/marketplace-service-providers';
import { marketplaceSiteAgentIdentitiesResource } from '#shared/contracts/rest/site-agents/marketplace-site-agent-identities';
import {
  marketplaceSiteAgentProcessorsResource,
  marketplaceSiteAgentServicesResource,
} from '#shared/contracts/rest/site-agents/marketplace-site-agent-services';
import { componentUserUsageLimitsResource } from '#shared/contracts/rest/usage/component-user-usage-limits';
import { marketplaceComponentUsagesResource } from '#shared/contracts/rest/usage/marketplace-component-usages';
import { marketplaceComponentUserUsagesResource } from '#shared/contracts/rest/usage/marketplace-component-user-usages';
import type { ResourceTable } from '../_http/router.ts';
import { eventsRoutes } from '../audit/events-routes.ts';
import { keycloakGroupsRoutes, keycloakUserGroupMembershipsRoutes } from '../cluster-access/keycloak-routes.ts';
import { rancherRoleTemplatesRoutes, rancherUsersRoutes } from '../cluster-access/rancher-access-routes.ts';
import { clusterApiLabelsRoutes } from '../cluster-api/cluster-api-labels-routes.ts';
import { clusterApiRelaysRoutes } from '../cluster-api/cluster-api-relays-routes.ts';
import { clusterApiTemplatesRoutes } from '../cluster-api/cluster-api-templates-routes.ts';
import { rancherClusterTemplatesRoutes } from '../clusters/rancher-cluster-templates-routes.ts';
import { apiTokensRoutes } from '../identity/api-tokens-routes.ts';
import { keysRoutes } from '../identity/keys-routes.ts';
import { usersRoutes } from '../identity/users-routes.ts';
import { customersRoutes } from '../organizations/customers-routes.ts';
import { projectsRoutes } from '../organizations/projects-routes.ts';
import { rolesRoutes } from '../organizations/roles-routes.ts';
import { userInvitationsRoutes } from '../organizations/user-invitations-routes.ts';
import { rancherFieldClassesRoutes } from '../pools/rancher-field-classes-routes.ts';
import { marketplaceOfferingUsersRoutes } from '../site-agents/marketplace-offering-users-routes.ts';
import { marketplaceServiceProvidersRoutes } from '../site-agents/marketplace-service-providers-routes.ts';
import {
  marketplaceSiteAgentIdentitiesRoutes,
  marketplaceSiteAgentProcessorsRoutes,
  marketplaceSiteAgentServicesRoutes,
} from '../site-agents/site-agent-routes.ts';
import {
  componentUserUsageLimitsRoutes,
  marketplaceComponentUsagesRoutes,
  marketplaceComponentUserUsagesRoutes,
} from '../usage/marketplace-component-usages-routes.ts';

export const RECORDS_SEGMENTS = [
  'users',
  'api-tokens',
  'keys',
  'roles',
  'customers',
  'projects',
  'user-invitations',
  'events',
  'marketplace-component-usages',
  'marketplace-component-user-usages',
  'marketplace-service-providers',
  'marketplace-site-agent-identities',
  'marketplace-site-agent-services',
  'marketplace-site-agent-processors',
  'marketplace-offering-users',
  'component-user-usage-limits',
  'rancher-cluster-templates',
  'rancher-field-classes',
  'cluster-api-templates',
  'cluster-api-labels',
  'cluster-api-relays',
  'rancher-role-templates',
  'rancher-users',
  'keycloak-groups',
  'keycloak-user-group-memberships',
] as const;

/** Routes that need only the database. */
export const recordsTable = {
  users: [usersResource, usersRoutes],
  'api-tokens': [apiTokensResource, apiTokensRoutes],
  keys: [keysResource, keysRoutes],
  roles: [rolesResource, rolesRoutes],
  customers: [customersResource, customersRoutes],
  projects: [projectsResource, projectsRoutes],
  'user-invitations': [userInvitationsResource, userInvitationsRoutes],
  events: [eventsResource, eventsRoutes],
  'marketplace-component-usages': [marketplaceComponentUsagesResource, marketplaceComponentUsagesRoutes],
  'marketplace-component-user-usages': [marketplaceComponentUserUsagesResource, marketplaceComponentUserUsagesRoutes],
  'marketplace-service-providers': [marketplaceServiceProvidersResource, marketplaceServiceProvidersRoutes],
  'marketplace-site-agent-identities': [marketplaceSiteAgentIdentitiesResource, marketplaceSiteAgentIdentitiesRoutes],
  'marketplace-site-agent-services': [marketplaceSiteAgentServicesResource, marketplaceSiteAgentServicesRoutes],
  'marketplace-site-agent-processors': [marketplaceSiteAgentProcessorsResource, marketplaceSiteAgentProcessorsRoutes],
  'marketplace-offering-users': [marketplaceOfferingUsersResource, marketplaceOfferingUsersRoutes],
  'component-user-usage-limits': [componentUserUsageLimitsResource, componentUserUsageLimitsRoutes],
  'rancher-cluster-templates': [rancherClusterTemplatesResource, rancherClusterTemplatesRoutes],
  'rancher-field-classes': [rancherFieldClassesResource, rancherFieldClassesRoutes],
  'cluster-api-templates': [clusterApiTemplatesResource, clusterApiTemplatesRoutes],
  'cluster-api-labels': [clusterApiLabelsResource, clusterApiLabelsRoutes],
  'cluster-api-relays': [clusterApiRelaysResource, clusterApiRelaysRoutes],
  'rancher-role-templates': [rancherRoleTemplatesResource, rancherRoleTemplatesRoutes],
  'rancher-users': [rancherUsersResource, rancherUsersRoutes],
  'keycloak-groups': [keycloakGroupsResource, keycloakGroupsRoutes],
  'keycloak-user-group-memberships': [keycloakUserGroupMembershipsResource, keycloakUserGroupMembershipsRoutes],
} satisfies ResourceTable<(typeof RECORDS_SEGMENTS)[number]>;
