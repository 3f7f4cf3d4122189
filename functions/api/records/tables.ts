import type { DepsOf, TablesOf } from '../_http/router.ts';
import { apiTokensRoutes } from '../api-tokens/routes.ts';
import { clusterContentsRoutes } from '../cluster-contents/routes.ts';
import { componentUserUsageLimitsRoutes } from '../component-user-usage-limits/routes.ts';
import { customersRoutes } from '../customers/routes.ts';
import { eventsRoutes } from '../events/routes.ts';
import { keycloakGroupsRoutes } from '../keycloak-groups/routes.ts';
import { keycloakUserGroupMembershipsRoutes } from '../keycloak-user-group-memberships/routes.ts';
import { keysRoutes } from '../keys/routes.ts';
import { marketplaceComponentUsagesRoutes } from '../marketplace-component-usages/routes.ts';
import { marketplaceComponentUserUsagesRoutes } from '../marketplace-component-user-usages/routes.ts';
import { marketplaceOfferingUsersRoutes } from '../marketplace-offering-users/routes.ts';
import { marketplaceServiceProvidersRoutes } from '../marketplace-service-providers/routes.ts';
import { marketplaceSiteAgentIdentitiesRoutes } from '../marketplace-site-agent-identities/routes.ts';
import { marketplaceSiteAgentProcessorsRoutes } from '../marketplace-site-agent-processors/routes.ts';
import { marketplaceSiteAgentServicesRoutes } from '../marketplace-site-agent-services/routes.ts';
import { projectsRoutes } from '../projects/routes.ts';
import { rancherProjectsRoutes } from '../rancher-projects/routes.ts';
import { rancherRoleTemplatesRoutes } from '../rancher-role-templates/routes.ts';
import { rancherUsersRoutes } from '../rancher-users/routes.ts';
import { rolesRoutes } from '../roles/routes.ts';
import { userInvitationsRoutes } from '../user-invitations/routes.ts';
import { usersRoutes } from '../users/routes.ts';

type Deps = DepsOf<
  [
    typeof apiTokensRoutes,
    typeof customersRoutes,
    typeof userInvitationsRoutes,
    typeof usersRoutes,
    typeof keysRoutes,
    typeof projectsRoutes,
    typeof eventsRoutes,
    typeof clusterContentsRoutes,
    typeof rancherProjectsRoutes,
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
  'rancher-projects': rancherProjectsRoutes(deps),
  ...clusterContentsRoutes(deps),
  'rancher-role-templates': rancherRoleTemplatesRoutes(deps),
  'rancher-users': rancherUsersRoutes(deps),
  'keycloak-groups': keycloakGroupsRoutes(deps),
  'keycloak-user-group-memberships': keycloakUserGroupMembershipsRoutes(deps),
});
