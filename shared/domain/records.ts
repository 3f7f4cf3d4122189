import { keycloakGroupRecord } from './cluster-access/groups/keycloak-group.ts';
import { keycloakMembershipRecord } from './cluster-access/groups/keycloak-membership.ts';
import { rancherProjectRecord } from './cluster-access/rancher-project.ts';
import { rancherUserLinkRecord, rancherUserRecord } from './cluster-access/rancher-user.ts';
import { globalCatalogRecord } from './cluster-contents/apps/global-catalog.ts';
import { clusterRecord } from './clusters/cluster.ts';
import { importableClusterRecord } from './clusters/importable-cluster.ts';
import { hookRecord } from './hooks/hook.ts';
import { apiTokenRow } from './identity/api-token.ts';
import { sshKeyRecord } from './identity/ssh-key.ts';
import { userRecord } from './identity/user.ts';
import { clusterTenantRecord } from './infrastructure/cluster-tenant.ts';
import { clusterSecurityGroupRecord } from './infrastructure/security-groups/cluster-security-group.ts';
import { offeringRecord } from './marketplace/offering.ts';
import { orderRecord } from './marketplace/order.ts';
import { resourceRecord } from './marketplace/resource.ts';
import { nodeRecord } from './nodes/node.ts';
import { customerRecord } from './organizations/customer.ts';
import { invitationRecord } from './organizations/invitation.ts';
import { projectRecord } from './organizations/project.ts';
import { roleGrantRow } from './organizations/role.ts';
import { clusterApiTemplateRecord } from './planning/cluster-api/cluster-api-template.ts';
import { clusterTemplateRecord } from './planning/cluster-template.ts';
import { tenantRecord } from './planning/tenant.ts';
import { rancherRoleTemplateRecord } from './providers/rancher-role-template.ts';
import { serviceSettingsRecord } from './providers/service-settings.ts';
import { agentIdentityRecord } from './site-agents/agent-identity.ts';
import { componentUsageRecord } from './usage/component-usage.ts';

/**
 * Every kind of record, by its name in the store. The order matters. If several records change together, the audit
 * event has the type and the sentence of the kind that is first in this list. Objects inside clusters are missing here,
 * because their changes make no audit events (`cluster-contents/content-type.ts`).
 */
export const RECORDS = {
  orders: orderRecord,
  resources: resourceRecord,
  clusters: clusterRecord,
  nodes: nodeRecord,
  clusterSecurityGroups: clusterSecurityGroupRecord,
  keycloakMemberships: keycloakMembershipRecord,
  keycloakGroups: keycloakGroupRecord,
  rancherProjects: rancherProjectRecord,
  rancherUsers: rancherUserRecord,
  rancherUserLinks: rancherUserLinkRecord,
  invitations: invitationRecord,
  customers: customerRecord,
  projects: projectRecord,
  users: userRecord,
  // Grants and API tokens belong to a user and are listed only with the user. They have no lists and no totals of their
  // own.
  grants: roleGrantRow,
  apiTokens: apiTokenRow,
  sshKeys: sshKeyRecord,
  hooks: hookRecord,
  settings: serviceSettingsRecord,
  offerings: offeringRecord,
  clusterTemplates: clusterTemplateRecord,
  clusterApiTemplates: clusterApiTemplateRecord,
  agentIdentities: agentIdentityRecord,
  tenants: tenantRecord,
  clusterTenants: clusterTenantRecord,
  usages: componentUsageRecord,
  roleTemplates: rancherRoleTemplateRecord,
  importableClusters: importableClusterRecord,
  globalCatalogs: globalCatalogRecord,
} as const;

export type Records = typeof RECORDS;
