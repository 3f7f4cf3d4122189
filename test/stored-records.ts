import { newRecord } from '#shared/domain/_core/record';
import { CONTENT_KINDS } from '#shared/domain/cluster-contents/content-type';
import type { SshKey } from '#shared/domain/identity/ssh-key';
import type { ClusterTenant } from '#shared/domain/infrastructure/cluster-tenant';
import type { ClusterSecurityGroup } from '#shared/domain/infrastructure/security-groups/cluster-security-group';
import type { Invitation } from '#shared/domain/organizations/invitation';
import { begunUsage } from '#shared/domain/usage/component-usage';
import type { Store, Write } from '#shared/ports/store';
import { aHook } from '#test/a-hook';
import {
  aKeycloakGroup,
  aMembership,
  anImportableCluster,
  aRancherProject,
  aRancherUser,
  aRancherUserLink,
  aRoleTemplate,
} from '#test/builders/access-builders';
import {
  aCluster,
  aCustomer,
  aGrant,
  aNode,
  anApiToken,
  anOrder,
  aProject,
  aResource,
  aTenant,
  aUser,
  aUuid,
  CREATED,
  someRancherSettings,
} from '#test/builders/builders';
import { aContent, aGlobalCatalog } from '#test/builders/content-builders';
import { anOffering, aSiteAgentOffering } from '#test/builders/offering-builders';
import { aClusterApiTemplate, aClusterTemplate } from '#test/builders/order-inputs';
import { anAgentIdentity } from '#test/builders/site-agent-builders';

const now = new Date(CREATED);
const inProject = {
  projectUuid: aUuid(),
  projectName: 'Analytics',
  customerUuid: aUuid(),
  customerName: 'Example Ltd',
};

const sshKey: SshKey = {
  ...newRecord(aUuid(), now),
  userUuid: aUuid(),
  name: 'laptop',
  publicKey: 'ssh-ed25519 AAAA',
  type: 'ssh-ed25519',
  fingerprintMd5: 'MD5:00',
  fingerprintSha256: 'SHA256:00',
  fingerprintSha512: 'SHA512:00',
};
const invitation: Invitation = {
  ...newRecord(aUuid(), now),
  email: 'olga@example.org',
  role: 'PROJECT.ADMIN',
  scopeType: 'project',
  scopeUuid: aUuid(),
  scopeName: 'Analytics',
  scopeDescription: '',
  customerUuid: aUuid(),
  customerName: 'Example Ltd',
  extraInvitationText: '',
  state: 'pending',
  createdByUuid: aUuid(),
  createdByFullName: 'Ada Lovelace',
  createdByUsername: 'ada',
  expiresAt: CREATED,
  tokenHash: 'hash',
};
const cluster = aCluster({ operationUuid: aUuid(), state: 'CREATING', operationSince: CREATED, backendId: 'c-m-1' });
const resting = aCluster({ name: 'resting', state: 'OK' });
const securityGroup: ClusterSecurityGroup = {
  ...newRecord(aUuid(), now),
  ...inProject,
  clusterUuid: cluster.uuid,
  clusterName: cluster.name,
  name: 'default',
  description: '',
  rules: [],
  state: 'OK',
};
/** This sample has only the fields that form its key in the store. */
const clusterTenant = {
  ...newRecord(aUuid(), now),
  clusterUuid: cluster.uuid,
  made: { securityGroupIds: {}, serverGroupIds: {} },
} as unknown as ClusterTenant;
const usage = begunUsage({ ...inProject, ...aResource() }, { type: 'cpu_hours', rate: 2, since: now, now });
const account = aRancherUser();
const group = aKeycloakGroup();

type Sample = { insert: Write; remove?: Write };
const written = <T>(rows: { insert(item: T): Write; remove(item: T): Write }, item: T): Sample => ({
  insert: rows.insert(item),
  remove: rows.remove(item),
});

/** One record of every kind. Each is written to the store and read back. */
export const storedSamples = (store: Store): Readonly<Record<string, Sample>> => ({
  user: written(store.users, aUser()),
  token: written(store.apiTokens, anApiToken()),
  'ssh key': written(store.sshKeys, sshKey),
  'ssh key without a name': written(store.sshKeys, { ...sshKey, name: '' }),
  hook: written(store.hooks, aHook()),
  customer: written(store.customers, aCustomer()),
  project: written(store.projects, aProject()),
  invitation: written(store.invitations, invitation),
  'invitation to a customer': written(store.invitations, { ...invitation, scopeType: 'customer' }),
  grant: written(store.grants, aGrant()),
  'grant with an end': written(store.grants, aGrant({ expiresAt: '2026-04-01T12:00:00.000Z' })),
  settings: written(store.settings, someRancherSettings({ customerUuid: aUuid() })),
  'settings of nobody': written(store.settings, someRancherSettings()),
  tenant: written(store.tenants, aTenant()),
  offering: written(store.offerings, anOffering()),
  'offering of a site agent': written(store.offerings, aSiteAgentOffering()),
  'agent identity': written(store.agentIdentities, anAgentIdentity()),
  order: written(store.orders, anOrder()),
  resource: written(store.resources, aResource()),
  cluster: written(store.clusters, cluster),
  'resting cluster': written(store.clusters, resting),
  'cluster tenant': written(store.clusterTenants, clusterTenant),
  'security group': written(store.clusterSecurityGroups, securityGroup),
  node: written(store.nodes, aNode()),
  'keycloak group': written(store.keycloakGroups, group),
  'keycloak membership': written(store.keycloakMemberships, aMembership(group)),
  'cluster template': written(store.clusterTemplates, aClusterTemplate()),
  'cluster api template': written(store.clusterApiTemplates, aClusterApiTemplate({ projectUuid: aUuid() })),
  'public cluster api template': written(store.clusterApiTemplates, aClusterApiTemplate({ isPublic: true })),
  'role template': written(store.roleTemplates, aRoleTemplate()),
  'importable cluster': written(store.importableClusters, anImportableCluster()),
  'global catalog': written(store.globalCatalogs, aGlobalCatalog()),
  'rancher project': written(store.rancherProjects, aRancherProject(cluster, { backendId: 'c-m-1:p-abcde' })),
  'rancher user': written(store.rancherUsers, account),
  'rancher user link': written(store.rancherUserLinks, aRancherUserLink(cluster, account)),
  usage: { insert: store.usages.insert(usage) },
  ...Object.fromEntries(
    CONTENT_KINDS.map((kind) => [`content ${kind}`, written(store.contents, aContent(cluster, { kind }))]),
  ),
});
