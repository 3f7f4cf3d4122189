import { expect } from 'vitest';
import { z } from 'zod';
import type { Person } from '../../_worlds/api-under-test.ts';
import type { Charts } from '../../cluster-contents/app-shop.ts';
import type { ShopWithSite } from '../../cluster-contents/shop-cluster.ts';

export type ShopOfCaller = { shop: ShopWithSite & Charts; person: Person };
type Call = { path: string; body?: unknown };
type Calls = readonly (readonly [route: string, (world: ShopOfCaller) => Promise<Call>])[];

const named = z.array(z.looseObject({ uuid: z.string(), namespace_name: z.string().optional() }));
const shown = z.object({ yaml: z.string() });

/** The uuid of the first of these names that is there. So a route has an object even if the caller could not make one. */
async function uuidOf({ shop }: ShopOfCaller, collection: string, ...names: string[]): Promise<string> {
  for (const name of names) {
    const query = `cluster_uuid=${shop.cluster.uuid}&name_exact=${name}`;
    const { body } = await shop.send('GET', `${collection}/?${query}`, undefined, shop.market.people.staff);
    const found = named.parse(body).find(({ namespace_name = 'shop' }) => namespace_name === 'shop');
    if (found) return found.uuid;
  }
  return expect.fail(`none of ${names.join(', ')} is in ${collection}`);
}

const at =
  (collection: string, names: string[], rest = '', body?: unknown) =>
  async (world: ShopOfCaller): Promise<Call> => ({
    path: `${collection}/${await uuidOf(world, collection, ...names)}/${rest}`,
    ...(body !== undefined && { body }),
  });
const list =
  (collection: string) =>
  async ({ shop }: ShopOfCaller) => ({
    path: `${collection}/?cluster_uuid=${shop.cluster.uuid}`,
  });
const make = (collection: string, body: (world: ShopOfCaller) => Promise<object>) => async (world: ShopOfCaller) => ({
  ...{ path: `${collection}/`, body: await body(world) },
});
/** Sends the YAML back that staff reads. */
const sameYaml =
  (collection: string, ...names: string[]) =>
  async (world: ShopOfCaller) => {
    const path = `${collection}/${await uuidOf(world, collection, ...names)}/yaml/`;
    const { body } = await world.shop.send('GET', path, undefined, world.shop.market.people.staff);
    return { path, body: shown.parse(body) };
  };
const namespace = (world: ShopOfCaller) => uuidOf(world, 'rancher-namespaces', 'shop');
const project = (world: ShopOfCaller, name = 'shop') => uuidOf(world, 'rancher-projects', name);
const secrets = (rest: string, body?: unknown) => at('rancher-projects', ['shop'], `secrets/${rest}`, body);
const inCluster =
  (rest: string, body: object) =>
  async ({ shop }: ShopOfCaller) => ({
    ...{ path: `rancher-clusters/${shop.cluster.uuid}/${rest}`, body },
  });

const rules = [{ host: 'a.example.org', paths: [{ path: '/', service: 'cart', port: 80 }] }];
const YAML = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: walk\n  namespace: shop\ndata:\n  a: b\n';
const ANSWERS = { hostname: 'a.example.org', edition: 'small' };
export const newApp = ({ shop }: ShopOfCaller) => shop.order({ answers: ANSWERS });

function shownAndYaml(collection: string, key: string, ...names: string[]): Calls {
  return [
    [`${key} GET /`, list(collection)],
    [`${key} GET /{uuid}/`, at(collection, names)],
    [`${key} GET /{uuid}/yaml/`, at(collection, names, 'yaml/')],
    [`${key} PUT /{uuid}/yaml/`, sameYaml(collection, ...names)],
  ];
}
const remove = (collection: string, ...names: string[]): Calls => [
  [`${collection} DELETE /{uuid}/`, at(collection, names)],
];

/** A call of each route that acts in a cluster, in an order in which each has what it needs. */
export const CONTENT_CALLS: Calls = [
  ['rancher-projects GET /', list('rancher-projects')],
  ['rancher-projects GET /{uuid}/', at('rancher-projects', ['shop'])],
  [
    'rancher-projects POST /',
    make('rancher-projects', async ({ shop }) => ({ name: 'extra', cluster: shop.cluster.uuid })),
  ],
  ['rancher-projects PUT /{uuid}/', at('rancher-projects', ['extra', 'shop'], '', { name: 'extra' })],
  ['rancher-projects PATCH /{uuid}/', at('rancher-projects', ['extra', 'shop'], '', { description: 'for later' })],
  ['rancher-projects GET /{uuid}/secrets/', secrets('')],
  [
    'rancher-projects POST /{uuid}/secrets/',
    async (world) => secrets('', { name: 'account', namespace: await namespace(world), data: { a: 'b' } })(world),
  ],
  ['rancher-projects PUT /{uuid}/secrets/{namespace}/{name}/', secrets('shop/account/', { data: { a: 'c' } })],
  ['rancher-projects PATCH /{uuid}/secrets/{namespace}/{name}/', secrets('shop/account/', { data: { a: 'd' } })],
  ['rancher-projects DELETE /{uuid}/secrets/{namespace}/{name}/', secrets('shop/account/')],

  ...shownAndYaml('rancher-namespaces', 'rancher-namespaces', 'shop'),
  [
    'rancher-namespaces POST /',
    make('rancher-namespaces', async (world) => ({ name: 'stage', project: await project(world) })),
  ],
  [
    'rancher-namespaces PUT /{uuid}/',
    at('rancher-namespaces', ['stage', 'shop'], '', { description: 'to try things' }),
  ],
  [
    'rancher-namespaces PATCH /{uuid}/',
    async (world) =>
      at('rancher-namespaces', ['stage', 'shop'], '', { project: await project(world, 'Default') })(world),
  ],
  ...remove('rancher-namespaces', 'stage', 'shop'),

  ...shownAndYaml('rancher-workloads', 'rancher-workloads', 'cart'),
  ['rancher-workloads PUT /{uuid}/', at('rancher-workloads', ['cart'], '', { scale: 3 })],
  ['rancher-workloads PATCH /{uuid}/', at('rancher-workloads', ['cart'], '', { scale: 2 })],
  ['rancher-workloads POST /{uuid}/redeploy/', at('rancher-workloads', ['cart'], 'redeploy/')],

  ...shownAndYaml('rancher-services', 'rancher-services', 'cart'),
  [
    'rancher-services POST /',
    make('rancher-services', async (world) => ({
      ...{ name: 'front', namespace: await namespace(world), selector: { app: 'cart' }, ports: [{ port: 80 }] },
    })),
  ],
  ['rancher-services PUT /{uuid}/', at('rancher-services', ['front', 'cart'], '', { ports: [{ port: 81 }] })],
  ['rancher-services PATCH /{uuid}/', at('rancher-services', ['front', 'cart'], '', { description: 'x' })],
  ...remove('rancher-services', 'front', 'cart'),

  ...shownAndYaml('rancher-ingresses', 'rancher-ingresses', 'shop'),
  [
    'rancher-ingresses POST /',
    make('rancher-ingresses', async (world) => ({ name: 'front', namespace: await namespace(world), rules })),
  ],
  ['rancher-ingresses PUT /{uuid}/', at('rancher-ingresses', ['front', 'shop'], '', { rules })],
  ['rancher-ingresses PATCH /{uuid}/', at('rancher-ingresses', ['front', 'shop'], '', { description: 'x' })],
  ...remove('rancher-ingresses', 'front', 'shop'),

  ...shownAndYaml('rancher-hpas', 'rancher-hpas', 'cart'),
  [
    'rancher-hpas POST /',
    make('rancher-hpas', async (world) => ({
      ...{ name: 'more', workload: await uuidOf(world, 'rancher-workloads', 'cart'), max_replicas: 4 },
    })),
  ],
  ['rancher-hpas PUT /{uuid}/', at('rancher-hpas', ['more', 'cart'], '', { max_replicas: 5 })],
  ['rancher-hpas PATCH /{uuid}/', at('rancher-hpas', ['more', 'cart'], '', { max_replicas: 6 })],
  ...remove('rancher-hpas', 'more', 'cart'),
  ...remove('rancher-workloads', 'cart'),

  ['rancher-templates GET /', list('rancher-templates')],
  ['rancher-templates GET /{uuid}/', at('rancher-templates', ['shop'])],
  [
    'rancher-template-versions GET /{uuid}/{version}/',
    async (world) => ({ path: `rancher-template-versions/${await uuidOf(world, 'rancher-templates', 'shop')}/1.0.0/` }),
  ],

  ['rancher-apps GET /', list('rancher-apps')],
  ['rancher-apps POST /', make('rancher-apps', newApp)],
  ['rancher-apps GET /{uuid}/', at('rancher-apps', ['store'])],
  ['rancher-apps PUT /{uuid}/', at('rancher-apps', ['store'], '', { answers: ANSWERS })],
  ['rancher-apps PATCH /{uuid}/', at('rancher-apps', ['store'], '', { answers: { ...ANSWERS, replicas: 2 } })],
  [
    'rancher-apps POST /{uuid}/upgrade/',
    at('rancher-apps', ['store'], 'upgrade/', { version: '1.1.0', answers: ANSWERS }),
  ],
  ['rancher-apps POST /{uuid}/rollback/', at('rancher-apps', ['store'], 'rollback/')],
  ...remove('rancher-apps', 'store'),

  ['rancher-catalogs GET /', list('rancher-catalogs')],
  ['rancher-catalogs GET /{uuid}/', at('rancher-catalogs', ['example'])],
  [
    'rancher-catalogs POST /',
    make('rancher-catalogs', async ({ shop }) => ({
      ...{ name: 'ours', catalog_url: 'https://charts.example.org/', scope: `rancher-clusters/${shop.cluster.uuid}` },
    })),
  ],
  ['rancher-catalogs PUT /{uuid}/', at('rancher-catalogs', ['ours', 'example'], '', { name: 'ours' })],
  ['rancher-catalogs PATCH /{uuid}/', at('rancher-catalogs', ['ours', 'example'], '', { description: 'Charts.' })],
  ['rancher-catalogs POST /{uuid}/refresh/', at('rancher-catalogs', ['ours', 'example'], 'refresh/')],
  ...remove('rancher-catalogs', 'ours', 'example'),

  ['rancher-clusters POST /{uuid}/import_yaml/', inCluster('import_yaml/', { yaml: YAML })],
  ['rancher-clusters POST /{uuid}/kubeconfig/', inCluster('kubeconfig/', {})],
  ...remove('rancher-projects', 'extra', 'shop'),
];
