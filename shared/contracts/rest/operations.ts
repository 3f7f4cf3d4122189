import { apiTokenOperations } from './api-tokens.ts';
import { clusterOperations } from './cluster-operations.ts';
import type { Segment } from './collections.ts';
import { userLimitOperations } from './component-user-usage-limits.ts';
import { configurationOperations } from './configuration.ts';
import { customerOperations } from './customers.ts';
import { eventOperations } from './events.ts';
import { emailHookOperations } from './hooks-email.ts';
import { webHookOperations } from './hooks-web.ts';
import { keycloakGroupOperations } from './keycloak-groups.ts';
import { membershipOperations } from './keycloak-user-group-memberships.ts';
import { sshKeyOperations } from './keys.ts';
import { managedResourceOperations } from './managed-resources.ts';
import { categoryOperations } from './marketplace-categories.ts';
import { componentUsageOperations } from './marketplace-component-usages.ts';
import { componentUserUsageOperations } from './marketplace-component-user-usages.ts';
import { offeringUserOperations } from './marketplace-offering-users.ts';
import { orderOperations } from './marketplace-orders.ts';
import { planOperations } from './marketplace-plans.ts';
import { providerResourceOperations } from './marketplace-provider-resources.ts';
import { resourceOperations } from './marketplace-resources.ts';
import { serviceProviderOperations } from './marketplace-service-providers.ts';
import { agentIdentityOperations } from './marketplace-site-agent-identities.ts';
import { agentProcessorOperations } from './marketplace-site-agent-processors.ts';
import { agentServiceOperations } from './marketplace-site-agent-services.ts';
import { offeringOperations, publicOfferingOperations } from './offerings.ts';
import { flavorOperations, imageOperations, volumeTypeOperations } from './openstack-cloud-things.ts';
import {
  machineOperations,
  networkOperations,
  subnetOperations,
  tenantGroupOperations,
} from './openstack-tenant-things.ts';
import { tenantOperations } from './openstack-tenants.ts';
import type { Operations } from './operation.ts';
import { projectOperations } from './projects.ts';
import { appOperations } from './rancher-apps.ts';
import { catalogOperations } from './rancher-catalogs.ts';
import { securityGroupOperations } from './rancher-cluster-security-groups.ts';
import { hpaOperations } from './rancher-hpas.ts';
import { ingressOperations } from './rancher-ingresses.ts';
import { namespaceOperations } from './rancher-namespaces.ts';
import { nodeOperations } from './rancher-nodes.ts';
import { rancherProjectOperations } from './rancher-projects.ts';
import { roleTemplateOperations } from './rancher-role-templates.ts';
import { serviceOperations } from './rancher-services.ts';
import { rancherUserOperations } from './rancher-users.ts';
import { workloadOperations } from './rancher-workloads.ts';
import { roleOperations } from './roles.ts';
import { docsOperations, documentOperations, rootOperations } from './root.ts';
import { settingsOperations } from './service-settings.ts';
import { signInOperations } from './sign-in.ts';
import { invitationOperations } from './user-invitations.ts';
import { userOperations } from './users.ts';
import { versionOperations } from './version.ts';

/** What everything under `/api/` can be asked, by its path segment there. */
export const OPERATIONS: Readonly<Record<Segment, Operations>> = {
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
  // Waldur's older name of the same.
  'marketplace-offerings': publicOfferingOperations,
  'marketplace-plans': planOperations,
  'marketplace-orders': orderOperations,
  'marketplace-resources': resourceOperations,
  // Where Waldur's clients ask for these.
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
  'rancher-role-templates': roleTemplateOperations,
  'rancher-projects': rancherProjectOperations,
  'rancher-apps': appOperations,
  'rancher-catalogs': catalogOperations,
  'rancher-hpas': hpaOperations,
  'rancher-ingresses': ingressOperations,
  'rancher-namespaces': namespaceOperations,
  'rancher-services': serviceOperations,
  'rancher-workloads': workloadOperations,
  'rancher-users': rancherUserOperations,
  'keycloak-groups': keycloakGroupOperations,
  'keycloak-user-group-memberships': membershipOperations,
  configuration: configurationOperations,
  version: versionOperations,
};
