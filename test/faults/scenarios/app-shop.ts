import { z } from 'zod';
import { announcements } from '#infra/local/simulators';
import { until } from '#infra/local/until';
import { helmSecret, helmSecretName } from '#shared/adapters/rancher/contents/helm-secret';
import { PATIENCE_MS } from '../cloud-options.ts';
import type { Answer } from './acceptance.ts';
import { LOOK_MS, type Standing } from './standing-cluster.ts';

/** The namespace for the application. The installation creates it. */
export const NAMESPACE = 'shop';
const NAME = 'store';
const CATALOG = { name: 'example', catalog_url: 'https://charts.example.org/' };

/** A chart version, the answers to its questions, and the values that Helm must store for these answers. */
export type Wanted = { version: string; answers: Record<string, unknown>; secret: string; values: object };
const wanted = (version: string, secret: string, answers: Record<string, string | number>): Wanted => ({
  ...{ version, secret, answers: { ...answers, 'database.enabled': true } },
  values: { ...answers, database: { enabled: true, password: secret } },
});

/**
 * A cluster with a catalog, and two versions of an application. The second version has one answer less than the first.
 */
export type Shop = { standing: Standing; order: object; first: Wanted; second: Wanted };

const row = z.looseObject({ uuid: z.string(), url: z.string() });
const shownCluster = z.object({ project: z.string(), service_settings: z.string() });
const shownApp = z.object({
  ...{ uuid: z.string(), state: z.string(), version: z.string(), revision: z.number() },
  answers: z.record(z.string(), z.unknown()),
  last_error: z
    .object({
      ...{ code: z.string(), owner: z.string(), retryable: z.boolean(), step: z.string(), message: z.string() },
    })
    .nullable(),
});
export type ShownApp = z.infer<typeof shownApp>;

const patience = (tooLate: string) => ({ tooLate, timeoutMs: PATIENCE_MS, intervalMs: LOOK_MS });

async function listed({ testbed: { owner }, uuid }: Standing, collection: string, name: string): Promise<unknown[]> {
  const { body } = await owner.call('GET', `${collection}/?cluster_uuid=${uuid}&name_exact=${name}`);
  return z.array(z.unknown()).parse(body);
}

/**
 * Pulls the cluster and calls `find` until `find` succeeds. Rancher needs time, because it downloads an index and
 * removes a namespace in the background.
 */
function afterPulls<T>(standing: Standing, tooLate: string, find: () => Promise<T | undefined>): Promise<T> {
  return until(patience(tooLate), async () => {
    await standing.testbed.owner.call('POST', `rancher-clusters/${standing.uuid}/pull/`);
    return find();
  });
}

export async function openShop(standing: Standing): Promise<Shop> {
  const { testbed, uuid } = standing;
  const catalog = await testbed.owner.call('POST', 'rancher-catalogs/', { ...CATALOG, scope: uuid });
  if (catalog.status !== 201)
    throw new Error(`the catalog was answered ${catalog.status}: ${JSON.stringify(catalog.body)}`);
  const found = async (collection: string, name: string) =>
    afterPulls(standing, `${collection} have no ${name}.`, async () => {
      const [first] = await listed(standing, collection, name);
      return first === undefined ? undefined : row.parse(first).url;
    });
  const places = {
    template: await found('rancher-templates', 'shop'),
    rancher_project: await found('rancher-projects', 'Default'),
  };
  const { body } = await testbed.owner.call('GET', `rancher-clusters/${uuid}/`);
  return {
    standing,
    order: { name: NAME, namespace_name: NAMESPACE, ...shownCluster.parse(body), ...places },
    first: wanted('1.0.0', `first-${uuid}`, { hostname: 'a.example.org', replicas: 2 }),
    second: wanted('1.1.0', `second-${uuid}`, { hostname: 'b.example.org' }),
  };
}

const given = ({ version, answers, secret }: Wanted) => ({
  version,
  answers: { ...answers, 'database.password': secret },
});

export async function findApp({ standing }: Shop): Promise<ShownApp | undefined> {
  const [app] = await listed(standing, 'rancher-apps', NAME);
  return app === undefined ? undefined : shownApp.parse(app);
}

const pathOf = async (shop: Shop): Promise<string> => `rancher-apps/${(await findApp(shop))?.uuid}/`;

export const asks = {
  create: ({ standing: { testbed }, order, first }: Shop): Promise<Answer> =>
    testbed.owner.call('POST', 'rancher-apps/', { ...order, ...given(first) }),
  update: async (shop: Shop): Promise<Answer> =>
    shop.standing.testbed.owner.call('POST', `${await pathOf(shop)}upgrade/`, given(shop.second)),
  rollBack: async (shop: Shop): Promise<Answer> =>
    shop.standing.testbed.owner.call('POST', `${await pathOf(shop)}rollback/`),
  remove: async (shop: Shop): Promise<Answer> => shop.standing.testbed.owner.call('DELETE', await pathOf(shop)),
} as const;

/** Waits until the application is OK, ERRED or deleted. Returns undefined if the application has been deleted. */
export async function untilEnded(shop: Shop): Promise<ShownApp | undefined> {
  const tooLate = `The application is neither OK, ERRED nor gone after ${PATIENCE_MS} ms.`;
  const { app } = await until(patience(tooLate), async () => {
    const app = await findApp(shop);
    return app === undefined || ['OK', 'ERRED'].includes(app.state) ? { app } : undefined;
  });
  return app;
}

/** Needed because the deletion of an application leaves its namespace. */
export async function deleteNamespace({ standing }: Shop): Promise<void> {
  const { owner } = standing.testbed;
  const [namespace] = await listed(standing, 'rancher-namespaces', NAMESPACE);
  const { status } = await owner.call('DELETE', `rancher-namespaces/${row.parse(namespace).uuid}/`);
  if (status !== 204) throw new Error(`the deletion of the namespace was answered ${status}`);
  await afterPulls(standing, `The namespace ${NAMESPACE} stays.`, async () =>
    (await listed(standing, 'rancher-namespaces', NAMESPACE)).length === 0 ? true : undefined,
  );
}

/** Reads a path of the cluster's Kubernetes API through Rancher, as Rancher's user. */
async function inCluster({ testbed: { owner, simulators }, uuid }: Standing, path: string): Promise<unknown> {
  const { url, access_key, secret_key } = announcements.rancher.parse(simulators.rancher.printed);
  const { backend_id } = await owner.cluster(uuid);
  const authorization = `Basic ${Buffer.from(`${access_key}:${secret_key}`).toString('base64')}`;
  const signal = AbortSignal.timeout(10_000);
  const answer = await fetch(`${url}/k8s/clusters/${backend_id}${path}`, { headers: { authorization }, signal });
  if (!answer.ok) throw new Error(`${path} in the cluster answered ${answer.status}`);
  return answer.json();
}

export async function valuesOf({ standing }: Shop, revision: number): Promise<object> {
  const path = `/api/v1/namespaces/${NAMESPACE}/secrets/${helmSecretName(NAME, revision)}`;
  return helmSecret.parse(await inCluster(standing, path)).values;
}

const condition = z.object({ type: z.string(), status: z.string() });
const operations = z.object({
  items: z.array(
    z.object({
      metadata: z.object({ name: z.string() }),
      status: z.object({ action: z.string(), conditions: z.array(condition) }),
    }),
  ),
});

export async function runningOperations({ standing }: Shop): Promise<string[]> {
  const path = `/apis/catalog.cattle.io/v1/namespaces/${NAMESPACE}/operations`;
  const { items } = operations.parse(await inCluster(standing, path));
  const isRunning = ({ type, status }: z.infer<typeof condition>) => type === 'Reconciling' && status === 'True';
  return items
    .filter(({ status: { conditions } }) => conditions.some(isRunning))
    .map(({ metadata, status }) => `${metadata.name}, an ${status.action}, has not ended`);
}

/** The records in the namespace, for example `rancher-workloads store-web`. */
export async function recordsOf({ standing }: Shop): Promise<string[]> {
  const { owner } = standing.testbed;
  const collections = ['rancher-apps', 'rancher-workloads', 'rancher-services'];
  const found = collections.map(async (collection) => {
    const { body } = await owner.call('GET', `${collection}/?cluster_uuid=${standing.uuid}`);
    const rows = z.array(z.object({ name: z.string(), namespace_name: z.string() })).parse(body);
    return rows.filter(({ namespace_name }) => namespace_name === NAMESPACE).map(({ name }) => `${collection} ${name}`);
  });
  return (await Promise.all(found)).flat();
}
