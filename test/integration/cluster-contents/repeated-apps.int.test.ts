import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { syncContents } from '#shared/app/cluster-contents/sync-contents';
import type { RancherSessions } from '#shared/ports/rancher';
import type { Fault } from '#test/contracts/start-simulator';
import { type Charts, openShopWithCharts, runAppMachine, stepDepsOf } from './app-shop.ts';
import { type ShopWithSite, shopPerTest } from './shop-cluster.ts';

const openShop = shopPerTest();
let shop: ShopWithSite & Charts;
beforeEach(async () => {
  shop = await openShopWithCharts(await openShop());
});

const FIRST = { hostname: 'a.example.org', replicas: 2 };
const SECOND = { version: '1.1.0', answers: { hostname: 'b.example.org' } };

async function installed(fields: object = {}): Promise<string> {
  const { body } = await shop.send('POST', 'rancher-apps/', await shop.order({ answers: FIRST, ...fields }));
  await runAppMachine(shop);
  return `rancher-apps/${z.object({ uuid: z.string() }).parse(body).uuid}/`;
}
const shown = async (path: string) => (await shop.send('GET', path)).body;

async function changed(method: string, path: string, body?: object): Promise<void> {
  expect((await shop.send(method, path, body)).status).toBe(202);
  await runAppMachine(shop);
}

/** Requests a change and runs its operation while Rancher answers one request with 500. */
async function failing(fault: Pick<Fault, 'method' | 'path'>, ...change: Parameters<typeof changed>): Promise<void> {
  await shop.simulator.plan({ ...fault, kind: 'status', status: 500 });
  await changed(...change);
  await shop.simulator.clearFaults();
}
const NOT_ASKED = { method: 'POST', path: 'action=upgrade' };
/**
 * The operation sends this request after Helm has finished. If the request fails, the operation itself does not finish.
 */
const NOT_FINISHED = { method: 'GET', path: '/v1/catalog.cattle.io.apps/shop/store' };

const MOMENTS = [
  ['before Rancher was asked', NOT_ASKED],
  ['after Helm had done it', NOT_FINISHED],
] as const;

test.each(MOMENTS)(
  'an upgrade that failed %s, asked for again, drops the same answers, and is rolled back to what was installed before (S0-061, S0-222)',
  async (_when, fault) => {
    const path = await installed();
    await failing(fault, 'POST', `${path}upgrade/`, SECOND);
    expect(await shown(path)).toMatchObject({ state: 'ERRED', last_error: { code: 'BACKEND_UNAVAILABLE' } });
    await changed('POST', `${path}upgrade/`, SECOND);
    expect(await shown(path)).toMatchObject({
      state: 'OK',
      version: '1.1.0',
      answers: SECOND.answers,
      last_error: null,
    });
    expect(await shop.values('store')).toEqual(SECOND.answers);
    await changed('POST', `${path}rollback/`);
    expect(await shown(path)).toMatchObject({ state: 'OK', version: '1.0.0', answers: FIRST });
    expect(await shop.values('store')).toEqual(FIRST);
  },
);

test.each(MOMENTS)('an upgrade that failed %s can be rolled back at once (S0-061, S0-222)', async (_when, fault) => {
  const path = await installed();
  await failing(fault, 'POST', `${path}upgrade/`, SECOND);
  await changed('POST', `${path}rollback/`);
  expect(await shown(path)).toMatchObject({ state: 'OK', version: '1.0.0', answers: FIRST, last_error: null });
  expect(await shop.values('store')).toEqual(FIRST);
});

test('in a namespace that was made for it, too, an upgrade that failed after Helm had done it is rolled back to what was installed before (S0-061, S0-222)', async () => {
  const path = await installed({ namespace: undefined, namespace_name: 'new-shop' });
  await failing({ method: 'GET', path: '/v1/counts' }, 'POST', `${path}upgrade/`, SECOND);
  await changed('POST', `${path}upgrade/`, SECOND);
  await changed('POST', `${path}rollback/`);
  expect(await shown(path)).toMatchObject({ state: 'OK', version: '1.0.0', answers: FIRST });
  expect(await shop.found('/apis/catalog.cattle.io/v1/namespaces/new-shop/apps/store')).toMatchObject({
    spec: { version: 4, chart: { metadata: { version: '1.0.0' } } },
  });
});

test.each(MOMENTS)(
  'a roll back that failed %s, asked for again, returns to the same revision (S0-061, S0-222)',
  async (_when, fault) => {
    const path = await installed();
    await changed('POST', `${path}upgrade/`, SECOND);
    await failing(fault, 'POST', `${path}rollback/`);
    expect(await shown(path)).toMatchObject({ state: 'ERRED' });
    await changed('POST', `${path}rollback/`);
    expect(await shown(path)).toMatchObject({ state: 'OK', version: '1.0.0', answers: FIRST, last_error: null });
    expect(await shop.values('store')).toEqual(FIRST);
    await changed('POST', `${path}upgrade/`, { version: '1.1.0' });
    await changed('POST', `${path}rollback/`);
    expect(await shown(path)).toMatchObject({ version: '1.0.0', answers: FIRST });
  },
);

test('a deletion whose last step failed is not over until the workloads are gone from the list, too (S0-061, S0-223)', async () => {
  const path = await installed();
  expect(await shop.listed('rancher-workloads', 'store-web')).toBeDefined();
  await failing({ method: 'GET', path: '/v1/counts' }, 'DELETE', path);
  expect(await shown(path)).toMatchObject({ state: 'ERRED' });
  await changed('DELETE', path);
  expect((await shop.send('GET', path)).status).toBe(404);
  expect(await shop.listed('rancher-workloads', 'store-web')).toBeUndefined();
});

test('a pull that has listed applications before an upgrade ended does not write over what the upgrade has recorded (S0-090)', async () => {
  const path = await installed();
  const { market, cluster } = shop;
  const deps = stepDepsOf(shop);
  const open: RancherSessions['open'] = async (settings) => {
    const session = await deps.rancher.open(settings);
    return {
      ...session,
      async listContents(clusterId, type, most) {
        const listed = await session.listContents(clusterId, type, most);
        if (type === 'catalog.cattle.io.app') await changed('POST', `${path}upgrade/`, SECOND);
        return listed;
      },
    };
  };
  await market.store.contents.forget(cluster.uuid);
  await syncContents({ ...deps, rancher: { open } }, await market.store.clusters.get(cluster.uuid));
  expect(await shown(path)).toMatchObject({ state: 'OK', version: '1.1.0', revision: 2 });
});
