import { mapValues } from '#shared/domain/_core/keyed-values';
import type { Segment } from './_core/collections.ts';
import type { ApiOperations } from './_core/operation.ts';
import { configurationOperations } from './_root/configuration.ts';
import { docsOperations, documentOperations, rootOperations, versionOperations } from './_root/root.ts';
import { eventOperations } from './audit/events.ts';
import { keycloakGroupOperations } from './cluster-access/keycloak-groups.ts';
import { membershipOperations } from './cluster-access/keycloak-user-group-memberships.ts';
import { roleTemplateOperations } from './cluster-access/rancher-role-templates.ts';
import { rancherUserOperations } from './cluster-access/rancher-users.ts';
import { CONTENT_RESOURCES } from './cluster-contents/content-resources.ts';
import { rancherProjectOperations } from './cluster-contents/rancher-projects.ts';
import { templateVersionOperations } from './cluster-contents/rancher-template-versions.ts';
import { clusterOperations } from './clusters/cluster-operations.ts';
import { clusterTemplateOperations } from './clusters/rancher-cluster-templates.ts';
import { emailHookOperations } from './hooks/hooks-email.ts';
import { webHookOperations } from './hooks/hooks-web.ts';
import { apiTokenOperations } from './identity/api-tokens.ts';
import { sshKeyOperations } from './identity/keys.ts';
import { signInOperations } from './identity/sign-in.ts';
import { userOperations } from './identity/users.ts';
import { flavorOperations, imageOperations, volumeTypeOperations } from './infrastructure/openstack-cloud-objects.ts';
import {
  machineOperations,
  networkOperations,
  subnetOperations,
  tenantGroupOperations,
} from './infrastructure/openstack-tenant-objects.ts';
import { tenantOperations } from './infrastructure/openstack-tenants.ts';
import { securityGroupOperations } from './infrastructure/rancher-cluster-security-groups.ts';
import { categoryOperations } from './marketplace/marketplace-categories.ts';
import { planOperations } from './marketplace/marketplace-plans.ts';
import { resourceOperations } from './marketplace/marketplace-resources.ts';
import { offeringOperations, publicOfferingOperations } from './marketplace/offerings.ts';
import { orderOperations } from './marketplace/orders/marketplace-orders.ts';
import { managedResourceOperations, nodeOperations } from './nodes/node-operations.ts';
import { customerOperations } from './organizations/customers.ts';
import { projectOperations } from './organizations/projects.ts';
import { roleOperations } from './organizations/roles.ts';
import { invitationOperations } from './organizations/user-invitations.ts';
import { settingsOperations } from './providers/service-settings.ts';
import { offeringUserOperations } from './site-agents/marketplace-offering-users.ts';
import { providerResourceOperations } from './site-agents/marketplace-provider-resources.ts';
import { serviceProviderOperations } from './site-agents/marketplace-service-providers.ts';
import { agentIdentityOperations } from './site-agents/marketplace-site-agent-identities.ts';
import { agentProcessorOperations, agentServiceOperations } from './site-agents/marketplace-site-agent-services.ts';
import { userLimitOperations } from './usage/component-user-usage-limits.ts';
import { componentUsageOperations } from './usage/marketplace-component-usages.ts';
import { componentUserUsageOperations } from './usage/marketplace-component-user-usages.ts';

/** All operations below `/api/`, by the first segment of their paths. */
export const OPERATIONS: Readonly<Record<Segment, ApiOperations>> = {
  '': rootOperations,
  'openapi.json': documentOperations,
  docs: docsOperations,
  'sign-in': signInOperations,
  users: userOperations,
  'api-tokens': apiTokenOperations,
  keys: sshKeyOperations,
  roles: roleOperations,
  customers: customerOperations,
  projects: projectOperations,
  'user-invitations': invitationOperations,
  'hooks-web': webHookOperations,
  'hooks-email': emailHookOperations,
  events: eventOperations,
  'service-settings': settingsOperations,
  'openstack-tenants': tenantOperations,
  'openstack-flavors': flavorOperations,
  'openstack-images': imageOperations,
  'openstack-volume-types': volumeTypeOperations,
  'openstack-networks': networkOperations,
  'openstack-subnets': subnetOperations,
  'openstack-security-groups': tenantGroupOperations,
  'openstack-instances': machineOperations,
  'marketplace-categories': categoryOperations,
  'marketplace-provider-offerings': offeringOperations,
  'marketplace-public-offerings': publicOfferingOperations,
  // Waldur's older name of `marketplace-public-offerings`.
  'marketplace-offerings': publicOfferingOperations,
  'marketplace-plans': planOperations,
  'marketplace-orders': orderOperations,
  'marketplace-resources': resourceOperations,
  // Waldur's clients use this path for resources from the provider's side.
  'marketplace-provider-resources': providerResourceOperations,
  'marketplace-offering-users': offeringUserOperations,
  'component-user-usage-limits': userLimitOperations,
  'marketplace-component-usages': componentUsageOperations,
  'marketplace-component-user-usages': componentUserUsageOperations,
  'marketplace-service-providers': serviceProviderOperations,
  'marketplace-site-agent-identities': agentIdentityOperations,
  'marketplace-site-agent-services': agentServiceOperations,
  'marketplace-site-agent-processors': agentProcessorOperations,
  'managed-rancher-cluster-resources': managedResourceOperations,
  'rancher-clusters': clusterOperations,
  'rancher-nodes': nodeOperations,
  'rancher-cluster-security-groups': securityGroupOperations,
  'rancher-cluster-templates': clusterTemplateOperations,
  'rancher-role-templates': roleTemplateOperations,
  'rancher-projects': rancherProjectOperations,
  ...mapValues(CONTENT_RESOURCES, ({ operations }) => operations),
  'rancher-template-versions': templateVersionOperations,
  'rancher-users': rancherUserOperations,
  'keycloak-groups': keycloakGroupOperations,
  'keycloak-user-group-memberships': membershipOperations,
  configuration: configurationOperations,
  version: versionOperations,
};
