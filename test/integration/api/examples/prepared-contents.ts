import { z } from 'zod';
import { OPERATIONS } from '#infra/openapi/operations';
import { openShop, uuidIn } from '#test/integration/cluster-contents/shop-cluster';
import type { ExampleWorld, Prepared } from './example-world.ts';

/** For each collection, the name of its object in the cluster that `openShop` creates. */
const NAMES: Readonly<Record<string, string>> = {
  'rancher-projects': 'shop',
  'rancher-namespaces': 'shop',
  'rancher-workloads': 'cart',
  'rancher-services': 'cart',
  'rancher-ingresses': 'shop',
  'rancher-hpas': 'cart',
};

export async function filledCluster({ rancher, market }: ExampleWorld): Promise<Prepared> {
  const shop = await openShop({ ...rancher, market }, {});
  const uuids = Object.entries(NAMES).map(async ([collection, name]) => [
    collection,
    await uuidIn(shop, collection, name),
  ]);
  return { uuids: { ...Object.fromEntries(await Promise.all(uuids)), 'rancher-clusters': shop.cluster.uuid } };
}

/** The YAML of each collection's object, with its kind and name. */
const YAML: Readonly<Record<string, string>> = {
  'rancher-workloads': `apiVersion: apps/v1
kind: Deployment
metadata: {name: cart, namespace: shop}
spec:
  selector: {matchLabels: {app: cart}}
  template: {metadata: {labels: {app: cart}}, spec: {containers: [{name: cart, image: 'example.org/cart:2'}]}}
`,
  'rancher-services':
    'apiVersion: v1\nkind: Service\nmetadata: {name: cart, namespace: shop}\nspec: {ports: [{port: 80}]}\n',
  'rancher-ingresses':
    'apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {name: shop, namespace: shop}\nspec: {rules: [{host: a.example.org}]}\n',
  'rancher-hpas': `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: cart, namespace: shop}
spec: {maxReplicas: 5, scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: cart}}
`,
};
const WRITES = [
  'GET /{uuid}/yaml/',
  'POST /',
  'PUT /{uuid}/',
  'PATCH /{uuid}/',
  'DELETE /{uuid}/',
  'POST /{uuid}/redeploy/',
];

const operations: Readonly<Record<string, object>> = OPERATIONS;
const writesOf = (collection: string) => WRITES.filter((write) => write in (operations[collection] ?? {}));

const PROJECT_WRITES = [
  ...['POST /', 'PUT /{uuid}/', 'PATCH /{uuid}/', 'GET /{uuid}/secrets/', 'POST /{uuid}/secrets/'],
];

async function withSecret(world: ExampleWorld): Promise<Prepared> {
  const { uuids = {} } = await filledCluster(world);
  const body = { name: 'registry', namespace: uuids['rancher-namespaces'], data: { a: '1' } };
  const path = `rancher-projects/${uuids['rancher-projects']}/secrets/`;
  await world.market.ask('POST', path, { ...world.market.people.owner, body });
  return { uuids };
}

/** Only an empty project can be deleted. */
async function emptyProject(world: ExampleWorld): Promise<Prepared> {
  const { uuids = {} } = await filledCluster(world);
  const body = { name: 'over', cluster: uuids['rancher-clusters'] ?? '' };
  const { uuid } = await world.market.create('rancher-projects/', world.market.people.owner, body);
  return { uuids: { 'rancher-projects': uuid } };
}

const exported = z.object({ yaml: z.string() });

/** A namespace as it is exported, because the annotations of its project must stay. */
async function exportedNamespace(world: ExampleWorld): Promise<Prepared> {
  const { uuids = {} } = await filledCluster(world);
  const path = `rancher-namespaces/${uuids['rancher-namespaces']}/yaml/`;
  const { yaml } = exported.parse((await world.market.ask('GET', path, world.market.people.owner)).body);
  return { uuids, fields: { yaml } };
}

/**
 * Prepares the examples of all write routes for objects inside clusters, such as namespaces and workloads. Also
 * prepares the examples of the routes that read from the cluster.
 */
export const contentExamples = {
  ...Object.fromEntries(
    Object.entries(YAML).flatMap(([collection, yaml]) => [
      ...writesOf(collection).map((write) => [`${collection} ${write}`, filledCluster] as const),
      [
        `${collection} PUT /{uuid}/yaml/`,
        async (world: ExampleWorld) => ({ ...(await filledCluster(world)), fields: { yaml } }),
      ] as const,
    ]),
  ),
  ...Object.fromEntries(writesOf('rancher-namespaces').map((write) => [`rancher-namespaces ${write}`, filledCluster])),
  'rancher-namespaces PUT /{uuid}/yaml/': exportedNamespace,
  ...Object.fromEntries(PROJECT_WRITES.map((write) => [`rancher-projects ${write}`, filledCluster])),
  'rancher-projects DELETE /{uuid}/': emptyProject,
  ...Object.fromEntries(
    ['PUT', 'PATCH', 'DELETE'].map((method) => [
      `rancher-projects ${method} /{uuid}/secrets/{namespace}/{name}/`,
      withSecret,
    ]),
  ),
};
