import type { DepsOf, TablesOf } from '../_http/router.ts';
import { eventsRoutes } from '../audit/events-routes.ts';
import { keycloakGroupsRoutes, keycloakUserGroupMembershipsRoutes } from '../cluster-access/keycloak-routes.ts';
import { rancherRoleTemplatesRoutes, rancherUsersRoutes } from '../cluster-access/rancher-access-routes.ts';
import { rancherClusterTemplatesRoutes } from '../clusters/rancher-cluster-templates-routes.ts';
import { apiTokensRoutes } from '../identity/api-tokens-routes.ts';
import { keysRoutes } from '../identity/keys-routes.ts';
import { usersRoutes } from '../identity/users-routes.ts';
import { customersRoutes } from '../organizations/customers-routes.ts';
import { projectsRoutes } from '../organizations/projects-routes.ts';
import { rolesRoutes } from '../organizations/roles-routes.ts';
import { userInvitationsRoutes } from '../organizations/user-invitations-routes.ts';
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

type Deps = DepsOf<
  [
    typeof apiTokensRoutes,
    typeof customersRoutes,
    typeof userInvitationsRoutes,
    typeof usersRoutes,
    typeof keysRoutes,
    typeof projectsRoutes,
    typeof eventsRoutes,
    typeof rancherClusterTemplatesRoutes,
    typeof rancherRoleTemplatesRoutes,
    typeof rancherUsersRoutes,
    typeof keycloakGroupsRoutes,
    typeof keycloakUserGroupMembershipsRoutes,
    typeof marketplaceComponentUsagesRoutes,
    typeof marketplaceComponentUserUsagesRoutes,
    typeof marketplaceServiceProvidersRoutes,
    typeof marketplaceSiteAgentIdentitiesRoutes,
    typeof marketplaceSiteAgentServicesRoutes,
    typeof marketplaceSiteAgentProcessorsRoutes,
    typeof marketplaceOfferingUsersRoutes,
  ]
>;

export const recordsTables = (deps: Deps): TablesOf<'api/records'> => ({
  users: usersRoutes(deps),
  'api-tokens': apiTokensRoutes(deps),
  keys: keysRoutes(deps),
  roles: rolesRoutes,
  customers: customersRoutes(deps),
  projects: projectsRoutes(deps),
  'user-invitations': userInvitationsRoutes(deps),
  events: eventsRoutes(deps),
  'marketplace-component-usages': marketplaceComponentUsagesRoutes(deps),
  'marketplace-component-user-usages': marketplaceComponentUserUsagesRoutes(deps),
  'marketplace-service-providers': marketplaceServiceProvidersRoutes(deps),
  'marketplace-site-agent-identities': marketplaceSiteAgentIdentitiesRoutes(deps),
  'marketplace-site-agent-services': marketplaceSiteAgentServicesRoutes(deps),
  'marketplace-site-agent-processors': marketplaceSiteAgentProcessorsRoutes(deps),
  'marketplace-offering-users': marketplaceOfferingUsersRoutes(deps),
  'component-user-usage-limits': componentUserUsageLimitsRoutes,
  'rancher-cluster-templates': rancherClusterTemplatesRoutes(deps),
  'rancher-role-templates': rancherRoleTemplatesRoutes(deps),
  'rancher-users': rancherUsersRoutes(deps),
  'keycloak-groups': keycloakGroupsRoutes(deps),
  'keycloak-user-group-memberships': keycloakUserGroupMembershipsRoutes(deps),
});
