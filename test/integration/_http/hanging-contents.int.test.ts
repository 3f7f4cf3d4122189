import pMap from 'p-map';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Charts, openShopWithCharts } from '../cluster-contents/app-shop.ts';
import { type ShopWithSite, shopPerTest, uuidIn } from '../cluster-contents/shop-cluster.ts';
import { CONTENTS_ASKING } from './asking-routes.ts';
import { askShortly, expectLate } from './hanging-answers.ts';

type World = ShopWithSite & Charts;
type Request = { address: string; body?: object };
const openShop = shopPerTest();
const AT_ONCE = 8;

const NAMES: Readonly<Record<string, string>> = {
  ...{ 'rancher-projects': 'shop', 'rancher-namespaces': 'shop', 'rancher-workloads': 'cart' },
  ...{ 'rancher-services': 'cart', 'rancher-ingresses': 'shop', 'rancher-hpas': 'cart' },
  ...{ 'rancher-catalogs': 'example', 'rancher-apps': 'store' },
};
const yaml = z.object({ yaml: z.string() });

/** Bodies that differ from the stored objects, so that Rancher has to be called. */
async function bodies(shop: World, uuids: Readonly<Record<string, string>>): Promise<Record<string, object>> {
  const namespace = uuids['rancher-namespaces'];
  const rules = [{ paths: [{ path: '/', service: 'cart', port: 81 }] }];
  const answers = { hostname: 'b.example.org' };
  const description = 'Another one.';
  return {
    'rancher-projects POST /': { name: 'extra', cluster: shop.cluster.uuid },
    'rancher-projects POST /{uuid}/secrets/': { name: 'account', namespace, data: {} },
    'rancher-projects PUT /{uuid}/secrets/{namespace}/{name}/': { data: {} },
    'rancher-projects PATCH /{uuid}/secrets/{namespace}/{name}/': { data: { a: '1' } },
    'rancher-namespaces POST /': { name: 'more', project: uuids['rancher-projects'] },
    'rancher-workloads PUT /{uuid}/': { scale: 5 },
    'rancher-workloads PATCH /{uuid}/': { scale: 5 },
    'rancher-services POST /': { name: 'more', namespace, ports: [{ port: 81 }] },
    'rancher-ingresses POST /': { name: 'more', namespace, rules },
    'rancher-hpas POST /': { name: 'more', workload: uuids['rancher-workloads'], max_replicas: 2 },
    'rancher-catalogs POST /': {
      ...{ name: 'more', catalog_url: 'https://charts.example.org/' },
      scope: `https://x/api/rancher-clusters/${shop.cluster.uuid}/`,
    },
    'rancher-catalogs PUT /{uuid}/': { branch: 'main' },
    'rancher-catalogs PATCH /{uuid}/': { branch: 'main' },
    'rancher-apps POST /': await shop.order({ name: 'more', answers }),
    'rancher-apps PUT /{uuid}/': { answers },
    'rancher-apps PATCH /{uuid}/': { answers },
    'rancher-apps POST /{uuid}/upgrade/': { version: '1.1.0', answers },
    ...Object.fromEntries(
      ['projects', 'namespaces', 'services', 'ingresses', 'hpas'].flatMap((collection) =>
        ['PUT', 'PATCH'].map((method) => [`rancher-${collection} ${method} /{uuid}/`, { description }]),
      ),
    ),
  };
}

/** The shown YAML without `resourceVersion`, because earlier changes may have changed the version. */
async function shownYaml(shop: World, address: string) {
  const { yaml: text } = yaml.parse((await shop.send('GET', address)).body);
  return { yaml: text.replace(/^ +resourceVersion:.*\n/m, '') };
}

async function requests(shop: World): Promise<Map<string, Request>> {
  const found = Object.entries(NAMES).map(async ([segment, name]) => [segment, await uuidIn(shop, segment, name)]);
  const uuids: Record<string, string> = Object.fromEntries(await Promise.all(found));
  const known = await bodies(shop, uuids);
  const emptyProject = await shop.market.create('rancher-projects/', shop.market.people.staff, {
    ...{ name: 'empty', cluster: shop.cluster.uuid },
  });
  const addressOf = (route: string) => {
    const [segment = '', , path = ''] = route.split(' ');
    const uuid = route === 'rancher-projects DELETE /{uuid}/' ? emptyProject.uuid : uuids[segment];
    const named = path.replace('{uuid}', uuid ?? '').replace('{namespace}', 'shop');
    return `${segment}${named.replace('{name}', 'registry')}`;
  };
  const made = await pMap(CONTENTS_ASKING, async (route) => {
    const address = addressOf(route);
    const body = / PUT .*yaml/.test(route) ? await shownYaml(shop, address) : known[route];
    return [route, { address, ...(body && { body }) }] as const;
  });
  return new Map(made);
}

test('every change inside a cluster whose Rancher does not answer says so in time, and is made when it does', async () => {
  const shop = await openShopWithCharts(await openShop());
  await shop.installByHand('store');
  await shop.pullAgain();
  await shop.inside.post('/api/v1/namespaces/shop/secrets', { metadata: { name: 'registry' } });
  const { people, ask } = shop.market;
  const all = await requests(shop);
  await shop.simulator.plan({ kind: 'hang', path: '.' });
  const late = async ([route, { address, body }]: [string, Request]) => {
    const answer = await askShortly(shop.market, route.split(' ')[1] ?? '', address, {
      ...people.staff,
      ...(body && { body }),
    });
    return { route, answer };
  };
  const answers = await pMap(all, late, { concurrency: AT_ONCE });
  await shop.simulator.clearFaults();
  for (const { route, answer } of answers) {
    expect([route, answer.status]).toEqual([route, 503]);
    expectLate(answer, 'Rancher did not answer in time, try again later\\.');
  }
  for (const [route, { address, body }] of all) {
    const { status, text } = await ask(route.split(' ')[1] ?? '', address, { ...people.staff, ...(body && { body }) });
    // An application has only one change at a time, and a state machine carries it out. A second change gets 409.
    const isBusy = status === 409 && route.startsWith('rancher-apps');
    expect([route, text, status < 300 || isBusy]).toEqual([route, text, true]);
  }
}, 120_000);
