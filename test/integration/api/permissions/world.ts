import { z } from 'zod';
import { hashToken } from '#shared/app/identity/hash-token';
import { changed } from '#shared/domain/_core/record';
import { CONTENT_KINDS } from '#shared/domain/cluster-contents/content-type';
import { type ApiToken, apiTokenText } from '#shared/domain/identity/api-token';
import type { ClusterSecurityGroup } from '#shared/domain/infrastructure/security-groups/cluster-security-group';
import { randomIds } from '#shared/runtime/clock-and-ids';
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
  aNode,
  aNodeSpec,
  anApiToken,
  aProject,
  aResource,
  someRancherSettings,
} from '#test/builders/builders';
import { aClusterApiSpec } from '#test/builders/cluster-api-builders';
import { aContent } from '#test/builders/content-builders';
import { aMachinePools, aPool, aServerPool } from '#test/builders/pool-builders';
import { putReported } from '#test/builders/site-agent-builders';
import type { Person } from '#test/integration/_worlds/api-under-test';
import { managedMarket } from '#test/integration/_worlds/managed-market';
import { type Cloud, type Market, openMarket, type Stocked, stock } from '#test/integration/_worlds/market';
import { agentOffering } from '#test/integration/_worlds/site-agent-market';
import { aMachine } from '#test/integration/nodes/a-machine';
import { CALLER_KINDS, type CallerKind } from '#test/permissions/caller-kinds';

/** The first pool can be deleted. */
const POOLS = [aPool({ name: 'spare' }), aServerPool(), aPool()];

export type Caller = CallerKind & { person?: Person };
export type World = {
  market: Market;
  cloud: Cloud;
  stocked: Stocked;
  managed: Awaited<ReturnType<typeof managedMarket>>;
  callers: Caller[];
  /** The member of the project, who owns the requested tokens and keys. */
  self: Person;
  /** Objects that every caller requests. No call removes them. */
  shown: Readonly<
    Record<
      | 'settings'
      | 'invitation'
      | 'event'
      | 'managed'
      | 'cloud'
      | 'agentOffering'
      | 'template'
      | 'cluster'
      | 'node'
      | 'group'
      | 'order'
      | 'resource'
      | 'role'
      | 'entered'
      | 'keycloakGroup'
      | 'rancherUser'
      | 'rancherProject'
      | 'membership'
      | 'allocation'
      | 'usage',
      string
    >
  >;
};

type Place = { customer: string; project: string };

function grantOf({ role, hasEnded }: CallerKind, { customer, project }: Place, now: Date) {
  if (role === undefined) return [];
  const scope =
    role === 'CUSTOMER.OWNER'
      ? ({ scopeType: 'customer', scopeUuid: customer } as const)
      : ({ scopeType: 'project', scopeUuid: project } as const);
  return [{ ...scope, role, customerUuid: customer, ...(hasEnded && { expiresAt: now.toISOString() }) }];
}

/** One person for each kind of caller. Some have roles in another project of the customer, or at another customer. */
async function peopleOf(market: Market): Promise<Caller[]> {
  const { store, customerUuid, projectUuid } = market;
  const [beside, other] = [aProject({ customerUuid }), aCustomer()];
  const elsewhere = aProject({ customerUuid: other.uuid });
  await store.commit(store.projects.insert(beside), store.customers.insert(other), store.projects.insert(elsewhere));
  const places = {
    here: { customer: customerUuid, project: projectUuid },
    beside: { customer: customerUuid, project: beside.uuid },
    elsewhere: { customer: other.uuid, project: elsewhere.uuid },
  };
  const callers: Caller[] = [];
  for (const kind of CALLER_KINDS) {
    const { isStaff = false, isSupport = false, isActive = true, where = 'here' } = kind;
    const grants = grantOf(kind, places[where], market.clock.now());
    const person = await market.person({ isStaff, isSupport, isActive }, ...grants);
    callers.push(kind.hasToken === false ? kind : { ...kind, person });
  }
  return callers;
}

const aGroup = (cluster: ReturnType<typeof aCluster>): ClusterSecurityGroup => ({
  ...{ uuid: randomIds.uuid(), version: 0, created: cluster.created, modified: cluster.modified },
  ...{ projectUuid: cluster.projectUuid, projectName: cluster.projectName },
  ...{ customerUuid: cluster.customerUuid, customerName: cluster.customerName },
  ...{ clusterUuid: cluster.uuid, clusterName: cluster.name },
  ...{ name: 'k8s_public', description: '', rules: [], state: 'OK' },
});

/** Stores a user's access to a cluster: a role, a Keycloak group, a membership in the group, and a Rancher account. */
async function entered({ store }: Market, cluster: ReturnType<typeof aCluster>) {
  const { settingsUuid, uuid: clusterUuid, customerUuid, projectUuid } = cluster;
  const role = aRoleTemplate({ settingsUuid, name: 'cluster-member' });
  const group = aKeycloakGroup({
    settingsUuid,
    clusterUuid,
    customerUuid,
    projectUuid,
    roleUuid: role.uuid,
    role: role.name,
  });
  const membership = aMembership(group);
  const rancherUser = aRancherUser({ settingsUuid });
  const rancherProject = aRancherProject(cluster);
  await store.commit(
    store.roleTemplates.insert(role),
    store.keycloakGroups.insert(group),
    store.keycloakMemberships.insert(membership),
    store.rancherProjects.insert(rancherProject),
    store.rancherUsers.insert(rancherUser),
    store.rancherUserLinks.insert(aRancherUserLink(cluster, rancherUser)),
  );
  for (const kind of CONTENT_KINDS) await store.commit(store.contents.insert(aContent(cluster, { kind })));
  const [template] = await store.contents.listByCluster(clusterUuid, 'TEMPLATE');
  const shown = { role: role.uuid, keycloakGroup: group.uuid, membership: membership.uuid };
  return {
    ...shown,
    entered: clusterUuid,
    rancherUser: rancherUser.uuid,
    rancherProject: rancherProject.uuid,
    template: template?.uuid ?? '',
  };
}

/** Adds pools and node groups to the record. The cluster is in no backend, so the API shows the desired state. */
async function withPools({ store, clock }: Market, clusterUuid: string): Promise<void> {
  const cluster = await store.clusters.get(clusterUuid);
  const fields = { machinePools: aMachinePools(POOLS), clusterApi: aClusterApiSpec() };
  await store.commit(store.clusters.replace(changed(cluster, clock.now(), fields)));
}

async function shownIn(
  market: Market,
  cloudOfMachines: Cloud,
  { place, tenant, offering }: Stocked,
  { sell, openstack, external_network_id }: World['managed'],
): Promise<World['shown']> {
  const { store, customerUuid, projectUuid } = market;
  const settings = someRancherSettings({ customerUuid });
  const cluster = aCluster({ customerUuid, projectUuid, offeringUuid: offering.uuid, state: 'OK' });
  const machine = { instanceId: await aMachine(cloudOfMachines), spec: aNodeSpec({ tenantUuid: tenant }) };
  const node = aNode({ customerUuid, projectUuid, clusterUuid: cluster.uuid, ...machine });
  const group = aGroup(cluster);
  const { resourceUuid, offeringUuid } = cluster;
  const resource = aResource({
    customerUuid,
    projectUuid,
    uuid: resourceUuid,
    clusterUuid: cluster.uuid,
    offeringUuid,
    managed: true,
  });
  await store.commit(store.settings.insert(settings), store.clusters.insert(cluster), store.resources.insert(resource));
  const unknown = anImportableCluster({ settingsUuid: settings.uuid });
  await store.commit(store.importableClusters.insert(unknown));
  await store.commit(store.nodes.insert(node), store.clusterSecurityGroups.insert(group));
  const access = await entered(market, cluster);
  const invitation = await market.create('user-invitations/', market.people.owner, {
    ...{ email: 'ada@example.org', role: 'PROJECT.ADMIN', scope: `projects/${projectUuid}` },
  });
  const { order } = await place(market.people.manager);
  await withPools(market, order.resource_uuid);
  // A separate offering, which may be archived. Other calls need `managed.az1`, which must stay on sale.
  const cloud = await sell({
    ...{ name: 'AZ 2', type: 'OpenStack.Tenant', service_settings: openstack.url },
    plugin_options: { external_network_id },
  });
  const reported = await putReported({ store, now: market.clock.now() }, { customerUuid, projectUuid });
  const { items: events } = await store.audit.list({ visibility: 'all', projectUuid }, { page: 1, pageSize: 1 });
  return {
    ...{ settings: settings.uuid, cloud: cloud.uuid, node: node.uuid, group: group.uuid },
    ...{ invitation: invitation.uuid, event: made.parse(events[0]).uuid },
    ...access,
    ...{ managed: resourceUuid, allocation: reported.resource.uuid, usage: reported.usage.uuid },
    agentOffering: (await agentOffering(market)).uuid,
    ...{ order: order.uuid, resource: order.marketplace_resource_uuid, cluster: order.resource_uuid },
  };
}

/** A customer with objects of all kinds, and all kinds of callers. By default the world is in a new installation. */
export async function openWorld(cloud: Cloud, opened?: Market): Promise<World> {
  const market = opened ?? (await openMarket());
  const stocked = await stock(market, cloud);
  const managed = await managedMarket(market, cloud);
  await managed.move(managed.az1, 'activate');
  const callers = await peopleOf(market);
  const self = callers.find(({ isSelf }) => isSelf)?.person;
  if (self === undefined) throw new Error('nobody owns the things that are asked for');
  return { market, cloud, stocked, managed, callers, self, shown: await shownIn(market, cloud, stocked, managed) };
}

export const made = z.object({ uuid: z.string() });

export async function freshMembership({ market: { store }, shown }: World): Promise<string> {
  const group = await store.keycloakGroups.findByUuid(shown.keycloakGroup);
  const membership = aMembership(group, { username: randomIds.uuid() });
  await store.commit(store.keycloakMemberships.insert(membership));
  return membership.uuid;
}

export async function anotherToken({ market: { store } }: World, { user }: Person, fields: Partial<ApiToken> = {}) {
  const text = apiTokenText(user.uuid, randomIds.token());
  const token = anApiToken({ userUuid: user.uuid, hash: hashToken(text), ...fields });
  await store.commit(store.apiTokens.insert(token));
  return { text, uuid: token.uuid };
}

/** The uuid of a new token of `self`. A new one is needed, because calls delete tokens. */
export const freshToken = async (world: World): Promise<string> => (await anotherToken(world, world.self)).uuid;

/**
 * The token with which a caller calls a route. The sign-out route revokes the token of the call, so each call of this
 * route gets a new token.
 */
export async function tokenFor(
  world: World,
  route: string,
  { person }: Pick<Caller, 'person'>,
): Promise<string | undefined> {
  const isUsedUp = route === 'sign-in POST /end/';
  return person && isUsedUp ? (await anotherToken(world, person)).text : person?.token;
}
