import { z } from 'zod';
import { parseReference } from '#shared/domain/_core/identifier';
import type { ContentKind } from '#shared/domain/cluster-contents/content-type';
import type { HookType } from '#shared/domain/hooks/hook';
import { CATEGORY } from '#shared/domain/marketplace/offering';
import { roleUuid } from '#shared/domain/organizations/role';
import { offeringUserUuid } from '#shared/domain/site-agents/service-provider';
import { randomIds } from '#shared/runtime/clock-and-ids';
import { aHook } from '#test/a-hook';
import { aCluster, aResource } from '#test/builders/builders';
import { aSiteAgentOffering } from '#test/builders/offering-builders';
import { aClusterApiTemplate, aClusterTemplate } from '#test/builders/order-inputs';
import { anAgentResource } from '#test/builders/site-agent-builders';
import { registeredAgent } from '#test/integration/_worlds/site-agent-market';
import { freshMembership, freshToken, made, type World } from './world.ts';

type Sample = (world: World, path: string) => string | Promise<string>;

async function freshKey({ market: { store, clock }, self }: World): Promise<string> {
  const uuid = randomIds.uuid();
  const now = clock.now().toISOString();
  const fingerprints = { fingerprintMd5: uuid, fingerprintSha256: uuid, fingerprintSha512: uuid };
  const key = { uuid, version: 0, created: now, modified: now, userUuid: self.user.uuid, name: uuid, ...fingerprints };
  await store.commit(store.sshKeys.insert({ ...key, publicKey: 'ssh-ed25519 AAAA', type: 'ssh-ed25519' }));
  return uuid;
}

async function freshTemplate({ market: { store } }: World): Promise<string> {
  const template = aClusterTemplate();
  await store.commit(store.clusterTemplates.insert(template));
  return template.uuid;
}

async function freshClusterApiTemplate({ market: { store, customerUuid, projectUuid } }: World): Promise<string> {
  const template = aClusterApiTemplate({ customerUuid, projectUuid, projectName: 'Analytics' });
  await store.commit(store.clusterApiTemplates.insert(template));
  return template.uuid;
}

const freshHook =
  (type: HookType): Sample =>
  async ({ market: { store }, self }) => {
    const hook = aHook({ type, userUuid: self.user.uuid });
    await store.commit(store.hooks.insert(hook));
    return hook.uuid;
  };

const inside =
  (kind: ContentKind): Sample =>
  async ({ market: { store }, shown }) =>
    (await store.contents.listByCluster(shown.entered, kind))[0]?.uuid ?? '';

const freshAgent =
  (part: 'agent' | 'service' | 'processor'): Sample =>
  async ({ market, shown }) =>
    (await registeredAgent(market, shown.agentOffering, randomIds.uuid()))[part];

/** Unlinking removes the object, so each call needs a new object. */
const UNLINK = '/{uuid}/unlink/';
/** Publishing or hiding a template changes who sees the template, so each call needs a new template. */
const SEEN_OTHERWISE = ['/{uuid}/publish/', '/{uuid}/hide/'];
const sold =
  (by: 'resource' | 'cluster'): Sample =>
  async ({ market: { store, customerUuid, projectUuid }, shown }, path) => {
    if (path !== UNLINK) return shown[by];
    const cluster = aCluster({ customerUuid, projectUuid });
    const resource = aResource({ customerUuid, projectUuid, uuid: cluster.resourceUuid, clusterUuid: cluster.uuid });
    await store.commit(store.clusters.insert(cluster), store.resources.insert(resource));
    return by === 'cluster' ? cluster.uuid : resource.uuid;
  };

/** A resource of a site agent. The world's customer is seller and buyer. */
const ofAgent: Sample = async ({ market: { store, customerUuid, projectUuid } }) => {
  const offering = aSiteAgentOffering({ customerUuid });
  const place = { customerUuid, projectUuid, offeringUuid: offering.uuid, providerUuid: customerUuid };
  const resource = anAgentResource(place);
  await store.commit(store.offerings.insert(offering), store.resources.insert(resource));
  return resource.uuid;
};

/** The offering user of a project member. The project has a resource of a site agent. */
const offeringUser: Sample = async ({ market: { store }, shown, self }) => {
  const { offeringUuid } = await store.resources.get(shown.allocation);
  return offeringUserUuid(offeringUuid, self.user.uuid);
};

/**
 * The offering for a path: the cluster offering for plans and Kubernetes versions, and the offering of the cloud for
 * inventories.
 */
const onSale: Sample = ({ stocked, managed }, path) =>
  /^\/\{uuid\}\/(plans\/.*|kubernetes_versions\/)?$/.test(path) ? stocked.offering.uuid : managed.az1.uuid;

/**
 * The offering for a path: the cluster offering for imports, the site agent offering for accounts, and the offering of
 * the cloud for all other calls.
 */
const provided: Sample = ({ stocked, shown }, path) => {
  if (/user-attribute-config|_accounts/.test(path)) return shown.agentOffering;
  return path.includes('import') ? stocked.offering.uuid : shown.cloud;
};

/** Kinds of OpenStack objects that the API lists by tenant. */
export const OPENSTACK_THINGS = [
  ...['flavors', 'images', 'volume-types', 'networks', 'subnets', 'security-groups', 'instances'],
] as const;
const firstThing =
  (thing: string): Sample =>
  (world) =>
    firstOf(world, `openstack-${thing}/?tenant_uuid=${world.stocked.tenant}`);

/** For each collection, the value of `{uuid}` in its routes. Collections without such routes have no entry. */
const SAMPLES: Readonly<Record<string, Sample>> = {
  users: ({ self }) => self.user.uuid,
  'api-tokens': freshToken,
  keys: freshKey,
  'hooks-web': freshHook('web'),
  'hooks-email': freshHook('email'),
  roles: () => roleUuid('PROJECT.MANAGER'),
  events: ({ shown }) => shown.event,
  customers: ({ market }) => market.customerUuid,
  projects: ({ market }) => market.projectUuid,
  'user-invitations': ({ shown }) => shown.invitation,
  'service-settings': ({ shown }) => shown.settings,
  'openstack-tenants': ({ stocked }) => stocked.tenant,
  ...Object.fromEntries(OPENSTACK_THINGS.map((thing) => [`openstack-${thing}`, firstThing(thing)])),
  'cluster-api-images': (world) => firstOf(world, `cluster-api-images/?tenant_uuid=${world.stocked.tenant}`),
  'marketplace-categories': () => CATEGORY.uuid,
  'marketplace-provider-offerings': provided,
  'marketplace-public-offerings': onSale,
  'marketplace-offerings': onSale,
  'marketplace-plans': ({ stocked }) => parseReference(stocked.plan) ?? '',
  'marketplace-orders': ({ shown }) => shown.order,
  'marketplace-resources': sold('resource'),
  'marketplace-provider-resources': (world, path) => (path === UNLINK ? sold('resource') : ofAgent)(world, path),
  'marketplace-component-usages': ({ shown }) => shown.usage,
  'marketplace-offering-users': offeringUser,
  'managed-rancher-cluster-resources': ({ shown }) => shown.managed,
  'marketplace-service-providers': ({ market }) => market.customerUuid,
  'marketplace-site-agent-identities': freshAgent('agent'),
  'marketplace-site-agent-services': freshAgent('service'),
  'marketplace-site-agent-processors': freshAgent('processor'),
  'rancher-clusters': sold('cluster'),
  'rancher-nodes': ({ shown }) => shown.node,
  'rancher-cluster-security-groups': ({ shown }) => shown.group,
  'rancher-cluster-templates': freshTemplate,
  'cluster-api-templates': freshClusterApiTemplate,
  'rancher-role-templates': ({ shown }) => shown.role,
  'rancher-projects': ({ shown }) => shown.rancherProject,
  'rancher-namespaces': inside('NAMESPACE'),
  'rancher-workloads': inside('WORKLOAD'),
  'rancher-services': inside('SERVICE'),
  'rancher-ingresses': inside('INGRESS'),
  'rancher-hpas': inside('HPA'),
  'rancher-apps': inside('APP'),
  'rancher-catalogs': inside('CATALOG'),
  'rancher-templates': inside('TEMPLATE'),
  'rancher-template-versions': inside('TEMPLATE'),
  'rancher-users': ({ shown }) => shown.rancherUser,
  'keycloak-groups': ({ shown }) => shown.keycloakGroup,
  'keycloak-user-group-memberships': freshMembership,
};

const listed = z.array(made);
const kept = new WeakMap<World, Map<string, string>>();

/**
 * Returns a uuid for a route. Deletions, unlinking and changes of visibility get a new object in each call. All other
 * calls share one object.
 */
async function uuidFor(world: World, segment: string, key: string): Promise<string> {
  const sample = SAMPLES[segment];
  if (sample === undefined) throw new Error(`${segment} has no sample for ${key}: give it one in samples.ts`);
  const path = key.split(' ')[1] ?? '';
  if (key.startsWith('DELETE ') || path === UNLINK || SEEN_OTHERWISE.includes(path)) return sample(world, path);
  const known = kept.get(world) ?? new Map<string, string>();
  kept.set(world, known);
  const of = `${segment} ${path}`;
  const uuid = known.get(of) ?? (await sample(world, path));
  known.set(of, uuid);
  return uuid;
}

export const sampleOf = (world: World, segment: string): Promise<string> => uuidFor(world, segment, 'GET /{uuid}/');

/** The first object in a list, as staff sees the list. */
export async function firstOf({ market }: World, list: string): Promise<string> {
  const { body } = await market.ask('GET', list, market.people.staff);
  const [first] = listed.parse(body);
  if (first === undefined) throw new Error(`${list} is empty`);
  return first.uuid;
}

/** Values of path parameters that are not uuids. */
const NAMES: Readonly<Record<string, string>> = {
  ...{ '{version}': '1.0.0', '{namespace}': 'shop', '{name}': 'registry', '{machine}': 'workers-1' },
  '{node_group}': 'default-worker',
};

/**
 * A route's address with existing objects in its parameters, e.g. for `POST /{uuid}/terminate/` of
 * `marketplace-resources`.
 */
export async function addressOf(world: World, segment: string, key: string): Promise<string> {
  let address = segment;
  for (const part of (key.split(' ')[1] ?? '').split('/').filter(Boolean)) {
    if (part === '{uuid}') address += `/${await uuidFor(world, segment, key)}`;
    else if (part in NAMES) address += `/${NAMES[part]}`;
    else if (part.startsWith('{')) address += `/${await firstOf(world, `${address}/`)}`;
    else address += `/${part}`;
  }
  return address === '' ? '' : `${address}/`;
}
