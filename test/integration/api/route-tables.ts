import type { Routes } from '#functions/api/_http/router';
import { apiTokensRoutes } from '#functions/api/api-tokens/routes';
import { clusterContentsRoutes } from '#functions/api/cluster-contents/routes';
import { configurationRoutes } from '#functions/api/configuration/routes';
import { customersRoutes } from '#functions/api/customers/routes';
import { eventsRoutes } from '#functions/api/events/routes';
import { hooksEmailRoutes } from '#functions/api/hooks-email/routes';
import { hooksWebRoutes } from '#functions/api/hooks-web/routes';
import { keycloakGroupsRoutes } from '#functions/api/keycloak-groups/routes';
import { keycloakUserGroupMembershipsRoutes } from '#functions/api/keycloak-user-group-memberships/routes';
import { keysRoutes } from '#functions/api/keys/routes';
import { managedRancherClusterResourcesRoutes } from '#functions/api/managed-rancher-cluster-resources/routes';
import { marketplaceComponentUsagesRoutes } from '#functions/api/marketplace-component-usages/routes';
import { marketplaceOrdersRoutes } from '#functions/api/marketplace-orders/routes';
import { marketplacePlansRoutes } from '#functions/api/marketplace-plans/routes';
import { marketplaceProviderOfferingsRoutes } from '#functions/api/marketplace-provider-offerings/routes';
import { marketplacePublicOfferingsRoutes } from '#functions/api/marketplace-public-offerings/routes';
import { marketplaceResourcesRoutes } from '#functions/api/marketplace-resources/routes';
import { docsRoutes, documentRoutes, type Files } from '#functions/api/openapi/routes';
import { openstackTenantsRoutes } from '#functions/api/openstack-tenants/routes';
import { projectsRoutes } from '#functions/api/projects/routes';
import { rancherClusterSecurityGroupsRoutes } from '#functions/api/rancher-cluster-security-groups/routes';
import { rancherClustersRoutes } from '#functions/api/rancher-clusters/routes';
import { rancherNodesRoutes } from '#functions/api/rancher-nodes/routes';
import { rancherProjectsRoutes } from '#functions/api/rancher-projects/routes';
import { rancherRoleTemplatesRoutes } from '#functions/api/rancher-role-templates/routes';
import { rancherUsersRoutes } from '#functions/api/rancher-users/routes';
import { rolesRoutes } from '#functions/api/roles/routes';
import { serviceSettingsRoutes } from '#functions/api/service-settings/routes';
import { signInRoutes } from '#functions/api/sign-in/routes';
import { rootRoutes } from '#functions/api/unknown/root-routes';
import { userInvitationsRoutes } from '#functions/api/user-invitations/routes';
import { usersRoutes } from '#functions/api/users/routes';
import { PUBLISHED_FILES } from '#infra/openapi/published-files';
import type { OrderDeps } from '#shared/app/order-deps';

type Deps = Parameters<typeof userInvitationsRoutes>[0] &
  Parameters<typeof serviceSettingsRoutes>[0] &
  Parameters<typeof openstackTenantsRoutes>[0] &
  Parameters<typeof signInRoutes>[0] &
  Parameters<typeof rancherNodesRoutes>[0] &
  OrderDeps;

/** As the build leaves them beside the function. */
const files: Files = { read: async (name) => (await PUBLISHED_FILES[name]?.()) ?? Buffer.of() };

/** Every resource's routes by its name in the path. */
export const routeTables = (deps: Deps): Readonly<Record<string, Routes>> => ({
  '': rootRoutes,
  'openapi.json': documentRoutes(files),
  docs: docsRoutes(files),
  'sign-in': signInRoutes(deps),
  users: usersRoutes(deps),
  'api-tokens': apiTokensRoutes(deps),
  keys: keysRoutes(deps),
  roles: rolesRoutes,
  customers: customersRoutes(deps),
  projects: projectsRoutes(deps),
  'user-invitations': userInvitationsRoutes(deps),
  'hooks-web': hooksWebRoutes(deps),
  'hooks-email': hooksEmailRoutes(deps),
  events: eventsRoutes(deps),
  'service-settings': serviceSettingsRoutes(deps),
  'openstack-tenants': openstackTenantsRoutes(deps),
  'marketplace-provider-offerings': marketplaceProviderOfferingsRoutes(deps),
  'marketplace-public-offerings': marketplacePublicOfferingsRoutes(deps),
  'marketplace-offerings': marketplacePublicOfferingsRoutes(deps),
  'marketplace-plans': marketplacePlansRoutes(deps),
  'marketplace-orders': marketplaceOrdersRoutes(deps),
  'marketplace-resources': marketplaceResourcesRoutes(deps),
  'marketplace-component-usages': marketplaceComponentUsagesRoutes(deps),
  'managed-rancher-cluster-resources': managedRancherClusterResourcesRoutes(deps),
  'rancher-clusters': rancherClustersRoutes(deps),
  'rancher-nodes': rancherNodesRoutes(deps),
  'rancher-cluster-security-groups': rancherClusterSecurityGroupsRoutes(deps),
  ...clusterContentsRoutes(deps),
  'rancher-role-templates': rancherRoleTemplatesRoutes(deps),
  'rancher-projects': rancherProjectsRoutes(deps),
  'rancher-users': rancherUsersRoutes(deps),
  'keycloak-groups': keycloakGroupsRoutes(deps),
  'keycloak-user-group-memberships': keycloakUserGroupMembershipsRoutes(deps),
  configuration: configurationRoutes(deps),
});
