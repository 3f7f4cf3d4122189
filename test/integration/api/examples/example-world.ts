import { z } from 'zod';
import { EXAMPLE_CLOUDS, exampleUuid } from '#shared/contracts/rest/_core/example-uuid';
import { aSiteAgentOffering } from '#test/builders/offering-builders';
import type { OpenedRancher } from '#test/contracts/rancher/rancher-under-test';
import type { Simulator } from '#test/contracts/start-simulator';
import type { Person } from '#test/integration/_worlds/api-under-test';
import { type Cloud, useAccountOfCloud } from '#test/integration/_worlds/market';
import { providerOf } from '#test/integration/_worlds/rancher-market';
import { addressOf, firstOf, sampleOf } from '../permissions/samples.ts';
import { openWorld, type World } from '../permissions/world.ts';
import type { ShownOperation } from './shown-calls.ts';

/** All objects that examples refer to, with a working Rancher and cloud. */
export type ExampleWorld = World & {
  rancher: { simulator: Simulator; opened: OpenedRancher } & Awaited<ReturnType<typeof providerOf>>;
  /** For each collection, the uuid in this world that replaces the example's uuid. */
  uuids: Readonly<Record<string, string>>;
};

/** What was created for one example. Its values replace the invented values that the documentation shows. */
export type Prepared = {
  /** For each collection, the uuid of the created object. This uuid replaces the uuid in the example. */
  uuids?: Readonly<Record<string, string>>;
  /** New values of fields by field name, for external objects and issued secrets. */
  fields?: Readonly<Record<string, string>>;
  /** The caller, if it is neither staff nor the owner of the requested objects. */
  person?: Person;
};
const COLLECTIONS = [
  ...['customers', 'projects', 'users', 'openstack-tenants', 'marketplace-plans', 'marketplace-orders'],
  ...['marketplace-resources', 'rancher-nodes', 'rancher-role-templates', 'rancher-projects', 'rancher-namespaces'],
  'rancher-cluster-templates',
  'cluster-api-templates',
  ...['keycloak-groups', 'events', 'marketplace-site-agent-identities', 'marketplace-site-agent-services'],
];
const CLOUD_THINGS = ['volume-types', 'security-groups', 'instances'];

const nodes = z.object({ nodes: z.array(z.object({ subnet: z.string(), flavor: z.string() })) });

/**
 * Prepares three offerings of the same cloud, and an offering of managed clusters that can use all three. All of these
 * offerings are then active. The first cloud offering exists already.
 */
async function sellManaged({ managed, market }: World): Promise<Record<string, string>> {
  const zone = { type: 'OpenStack.Tenant', service_settings: managed.openstack.url };
  const plugin_options = { external_network_id: managed.external_network_id };
  const zones = [managed.az1];
  for (const name of ['AZ 3', 'AZ 4']) zones.push(await managed.sell({ ...zone, name, plugin_options }));
  const list = zones.map(({ uuid }) => uuid);
  const offering = await managed.managed({ openstack_offering_uuid_list: list });
  for (const item of [...zones.slice(1), offering]) {
    const { status, text } = await managed.move(item, 'activate');
    if (status !== 200) throw new Error(`an offering could not be activated: ${text}`);
  }
  const clouds = EXAMPLE_CLOUDS.map((_, index) => [`clouds/az${index + 1}`, list[index] ?? '']);
  return { ...Object.fromEntries(clouds), 'managed-offerings': offering.uuid, customers: market.customerUuid };
}

/** An offering of clusters with pools, and a tenant that supports pools. */
async function sellPools(world: World, settingsUuid: string): Promise<Record<string, string>> {
  const { stocked, market } = world;
  await useAccountOfCloud(market, stocked.tenant);
  const offering = await market.create('marketplace-provider-offerings/', market.people.staff, {
    ...{ name: 'Kubernetes with pools', type: 'Rancher', customer: market.customerUuid },
    ...{ service_settings: settingsUuid, plans: [{ name: 'Default' }], plugin_options: { driver: 'rancher-pools' } },
  });
  await market.ask('POST', `marketplace-provider-offerings/${offering.uuid}/activate/`, market.people.staff);
  const network = await firstOf(world, `openstack-networks/?tenant_uuid=${stocked.tenant}`);
  return { 'pool-offerings': offering.uuid, 'openstack-networks': network };
}

async function sellProjects({ market }: World, settingsUuid: string): Promise<Record<string, string>> {
  const limit = (type: string) => ({ type, name: type, billing_type: 'limit' });
  const offering = await market.create('marketplace-provider-offerings/', market.people.staff, {
    ...{ name: 'Projects', type: 'Rancher.Project', customer: market.customerUuid, service_settings: settingsUuid },
    ...{ components: [limit('cpu'), limit('ram')], plugin_options: { cluster_id: 'c-m-1234abcd' } },
  });
  await market.ask('POST', `marketplace-provider-offerings/${offering.uuid}/activate/`, market.people.staff);
  return { 'project-offerings': offering.uuid };
}

export async function openExampleWorld(
  cloud: Cloud,
  simulated: { simulator: Simulator; opened: OpenedRancher },
): Promise<ExampleWorld> {
  const world = await openWorld(cloud);
  const { market, stocked, managed, shown } = world;
  const rancher = { ...simulated, ...(await providerOf(market, simulated)) };
  const uuids: Record<string, string> = await sellManaged(world);
  for (const collection of COLLECTIONS) uuids[collection] = await sampleOf(world, collection);
  for (const thing of CLOUD_THINGS)
    uuids[thing] = await firstOf(world, `openstack-tenants/${stocked.tenant}/${thing}/`);
  Object.assign(uuids, await sellPools(world, rancher.settingsUuid), await sellProjects(world, rancher.settingsUuid));
  const ofAgent = aSiteAgentOffering({ customerUuid: market.customerUuid });
  await market.store.commit(market.store.offerings.insert(ofAgent));
  const [node] = nodes.parse(stocked.order().attributes).nodes;
  const own = {
    'rancher-clusters': shown.entered,
    'service-settings': rancher.settingsUuid,
    clouds: managed.openstack.uuid,
    'marketplace-public-offerings': stocked.offering.uuid,
    'site-agent-offerings': ofAgent.uuid,
    subnets: node?.subnet ?? '',
    flavors: node?.flavor ?? '',
  };
  return { ...world, rancher, uuids: { ...uuids, ...own } };
}

/** Replaces the uuids of the document's examples by the world's uuids. Nothing else changes. */
export function inWorld(text: string, uuids: Readonly<Record<string, string>>): string {
  return Object.entries(uuids).reduce((changed, [of, uuid]) => changed.replaceAll(exampleUuid(of), uuid), text);
}

/** For each path parameter, the example in the document and the value in this world that replaces the example. */
export async function pathUuids(world: World, { segment, key, path, inPath }: ShownOperation) {
  if (!path.includes('{')) return [];
  const found = (await addressOf(world, segment, key)).split('/');
  return path
    .split('/')
    .slice(2)
    .flatMap((part, index) => {
      const example = part.startsWith('{') ? inPath[part.slice(1, -1)] : undefined;
      return example === undefined ? [] : [[example, found[index] ?? ''] as const];
    });
}
