import { z } from 'zod';
import type { Person } from '#test/integration/_worlds/api-under-test';
import { type Cloud, marketIn, openMarket } from '#test/integration/_worlds/market';
import { addressOf, firstOf, OPENSTACK_THINGS, sampleOf } from '../permissions/samples.ts';
import { anotherToken, type Caller, openWorld, type World } from '../permissions/world.ts';
import { type DocumentOperation, routeOf } from './document-operations.ts';
import { keptRows, type Rows } from './kept-rows.ts';
import { isShop } from './references.ts';

/** A caller to whom the victims' objects are foreign. */
export type Stranger = {
  name: string;
  person?: Person;
  /** The token that the stranger sends instead of the token of `person`. */
  token?: string;
  /** `token` belongs to no user. */
  isUnknown?: true;
  /** The stranger has a role in another project of the victims' customer, and so sees the customer. */
  seesCustomer?: true;
};

/** The values of the path parameters of each operation. */
export type PathValues = ReadonlyMap<DocumentOperation, Readonly<Record<string, string>>>;

/** Two customers in one installation. Each customer has objects of all kinds. */
export type Tenants = {
  victims: World;
  /** The customer to which most strangers belong, with its objects. */
  askers: World;
  strangers: readonly Stranger[];
  /** One object of each collection. Objects in `foreign` belong to the victims, objects in `own` to the askers. */
  foreign: Readonly<Record<string, string>>;
  own: Readonly<Record<string, string>>;
  foreignPaths: PathValues;
  ownPaths: PathValues;
  /** Rows of the database table, read before the objects of `askers` were created. */
  rows: Rows;
};

/** Collections of cloud objects, which are listed per tenant. */
const CLOUD_THINGS = ['subnets', 'flavors', 'volume-types', 'security-groups', 'instances'];
const COLLECTIONS = [
  ...['customers', 'projects', 'users', 'service-settings', 'openstack-tenants', 'marketplace-public-offerings'],
  ...['marketplace-plans', 'marketplace-orders', 'marketplace-resources', 'rancher-clusters', 'rancher-nodes'],
  ...['rancher-projects', 'rancher-namespaces', 'rancher-workloads', 'keycloak-groups'],
  ...['rancher-templates', 'rancher-catalogs', 'cluster-api-templates', 'cluster-api-images'],
  ...['marketplace-site-agent-identities', 'marketplace-site-agent-services'],
];

async function objectsOf(world: World): Promise<Record<string, string>> {
  const objects: Record<string, string> = {};
  const flat = OPENSTACK_THINGS.map((thing) => `openstack-${thing}`);
  for (const collection of [...COLLECTIONS, ...flat]) objects[collection] = await sampleOf(world, collection);
  for (const thing of CLOUD_THINGS)
    objects[thing] = await firstOf(world, `openstack-tenants/${world.stocked.tenant}/${thing}/`);
  // the cluster that people have access to, and the provider of this cluster
  const { entered } = world.shown;
  const cluster = await world.market.store.clusters.find(entered);
  return { ...objects, 'rancher-clusters': entered, providers: cluster?.settingsUuid ?? '' };
}

/**
 * Finds values for the path parameters of each operation. Offerings and plans on sale are public. Therefore `instead`
 * can replace them by others that are not on sale.
 */
async function valuesInPaths(
  world: World,
  operations: readonly DocumentOperation[],
  instead: Readonly<Record<string, string>>,
): Promise<PathValues> {
  const values = new Map<DocumentOperation, Record<string, string>>();
  for (const operation of operations) {
    const { segment, key } = routeOf(operation);
    const found = operation.path.includes('{') ? (await addressOf(world, segment, key)).split('/') : [];
    const names = operation.path.split('/').slice(2);
    const inPlace = names.flatMap((name, index) =>
      name.startsWith('{') ? [[name.slice(1, -1), found[index] ?? '']] : [],
    );
    const uuid = isShop(segment)
      ? instead[segment.replace(/^marketplace-offerings$/, 'marketplace-public-offerings')]
      : undefined;
    values.set(operation, { ...Object.fromEntries(inPlace), ...(uuid !== undefined && { uuid }) });
  }
  return values;
}

const offered = z.object({ plans: z.array(z.object({ uuid: z.string() })) });

/** Creates an offering that is not on sale yet. Only its seller sees such an offering; offerings on sale are public. */
async function draftOf({ market, managed }: World): Promise<Record<string, string>> {
  const { staff } = market.people;
  const { uuid } = await market.create('marketplace-provider-offerings/', staff, {
    ...{ name: 'Not on sale yet', type: 'Rancher', customer: market.customerUuid },
    ...{ service_settings: managed.provider.uuid, plans: [{ name: 'Default' }] },
  });
  const { body } = await market.ask('GET', `marketplace-provider-offerings/${uuid}/`, staff);
  return { 'marketplace-public-offerings': uuid, 'marketplace-plans': offered.parse(body).plans[0]?.uuid ?? '' };
}

const isStranger = ({ where, hasEnded, isActive }: Caller): boolean =>
  where === 'beside' || hasEnded === true || isActive === false;
const isPlain = ({ role, where, hasEnded, isActive, isStaff, isSupport }: Caller): boolean =>
  role === undefined ? !isStaff && !isSupport : where === 'here' && !hasEnded && isActive !== false;

/**
 * Lists the strangers. From `askers`: people with a valid role or none, except staff and support. Also two tokens: a
 * read-only token of the owner of `askers`, and an unknown token. From `victims`: people with a role only in another
 * project, an ended role, or an inactive account.
 */
async function strangersTo(victims: World, askers: World): Promise<Stranger[]> {
  const owner = askers.callers.find(({ name }) => name === 'owner')?.person;
  if (owner === undefined) throw new Error('the other customer has no owner');
  const { text } = await anotherToken(askers, owner, { scopes: ['read'] });
  const others = askers.callers
    .filter(isPlain)
    .map(({ name, person }) => ({ name: `another customer's ${name}`, person }));
  const lost = victims.callers.filter(isStranger).map(({ name, person, where, isActive }) => ({
    ...{ name, ...(person && { person }) },
    ...(where === 'beside' && { seesCustomer: true as const }),
    ...(isActive === false && { isUnknown: true as const }),
  }));
  return [
    ...others.map(({ name, person }) => (person ? { name, person } : { name, isUnknown: true as const })),
    { name: "another customer's owner with a token for reading", token: text },
    { name: 'nobody, with a token of nobody', token: 'f'.repeat(64), isUnknown: true },
    ...lost,
  ];
}

/**
 * Creates both customers with all their objects, in two projects of one cloud. Finds values for the path parameters of
 * all operations.
 */
export async function openTenants(cloud: Cloud, operations: readonly DocumentOperation[]): Promise<Tenants> {
  const market = await openMarket();
  const victims = await openWorld(cloud, market);
  const foreign = { ...(await objectsOf(victims)), ...(await draftOf(victims)) };
  const foreignPaths = await valuesInPaths(victims, operations, foreign);
  const rows = await keptRows(market);
  const other = { ...cloud, cloud: { ...cloud.cloud, project: cloud.cloud.otherProject } };
  const askers = await openWorld(other, await marketIn(market));
  const strangers = await strangersTo(victims, askers);
  const ownPaths = await valuesInPaths(askers, operations, {});
  return { victims, askers, strangers, foreign, foreignPaths, own: await objectsOf(askers), ownPaths, rows };
}
