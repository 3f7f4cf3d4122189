import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { catalogSecretName } from '#shared/app/cluster-contents/apps/global-catalogs';
import { changed } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { aCluster } from '#test/builders/builders';
import { allRows } from '../_worlds/all-rows.ts';
import type { Person } from '../_worlds/api-under-test.ts';
import { aForeignCluster, twoNodes } from '../clusters/_worlds/running-cluster.ts';
import { type Charts, openShopWithCharts } from './app-shop.ts';
import { CHARTS_URL, type GlobalCatalogs, globalCatalogs, REPOSITORIES } from './global-catalog-bed.ts';
import { type ShopWithSite, shopPerTest } from './shop-cluster.ts';

const openShop = shopPerTest();
let shop: ShopWithSite & Charts;
let bed: GlobalCatalogs;
let staff: Person;
beforeEach(async () => {
  shop = await openShopWithCharts(await openShop());
  bed = globalCatalogs(shop);
  ({ staff } = shop.market.people);
});

const made = z.looseObject({ uuid: z.string() });
const secretOf = (uuid: string) => shop.found(`/api/v1/namespaces/cattle-system/secrets/paddock-catalog-${uuid}`);
const setCluster = async (fields: Partial<Cluster>) => {
  const { store, clock } = shop.market;
  const before = await store.clusters.get(shop.cluster.uuid);
  await store.commit(store.clusters.replace(changed(before, clock.now(), fields)));
};

describe('a catalog of a provider', () => {
  test('is created, changed and deleted, and its copy in each cluster follows (S0-046, S0-070)', async () => {
    const { status, body } = await bed.create({ description: 'For all.' });
    expect([status, body]).toMatchObject([
      201,
      {
        ...{
          name: 'everywhere',
          description: 'For all.',
          catalog_url: CHARTS_URL,
          scope_type: 'global',
          cluster: null,
        },
        scope: expect.stringContaining(`/api/service-settings/${shop.settingsUuid}/`),
      },
    ]);
    const { uuid } = made.parse(body);
    expect((await bed.sync()).report).toEqual({ written: 1, removed: 0, failed: 0 });
    expect(await bed.copyOf('everywhere')).toMatchObject({
      metadata: { labels: { 'paddock.cloud/global-catalog': uuid } },
      spec: { url: CHARTS_URL },
    });
    const path = `rancher-catalogs/${uuid}/`;
    const change = { name: 'All charts', branch: 'main' };
    expect((await shop.send('PATCH', path, change, staff)).body).toMatchObject({ ...change, description: 'For all.' });
    await bed.sync();
    expect(await bed.copyOf('everywhere')).toMatchObject({
      metadata: { annotations: { 'paddock.cloud/name': 'All charts' } },
      spec: { gitRepo: CHARTS_URL, gitBranch: 'main' },
    });
    expect((await shop.send('DELETE', path, undefined, staff)).status).toBe(204);
    expect((await shop.send('GET', path, undefined, staff)).status).toBe(404);
    expect((await bed.sync()).report).toEqual({ written: 0, removed: 1, failed: 0 });
    expect(await bed.copyOf('everywhere')).toBeUndefined();
    expect(await shop.market.store.globalCatalogs.find(uuid)).toBeUndefined();
  });

  test('is not written again when nothing has changed, and is repaired when somebody changes its copy (S0-046)', async () => {
    await bed.aCatalog();
    await bed.sync();
    expect(await bed.sync()).toEqual({ report: { written: 0, removed: 0, failed: 0 }, writes: [] });
    const at = { apiVersion: 'catalog.cattle.io/v1', plural: 'clusterrepos', name: 'everywhere' };
    const { rancher } = shop.opened;
    await rancher.patchObject(shop.cluster.backendId, at, { spec: { url: 'https://other.example.org/' } });
    expect((await bed.sync()).report).toMatchObject({ written: 1 });
    expect(await bed.copyOf('everywhere')).toMatchObject({ spec: { url: CHARTS_URL } });
  });

  test('leaves a repository of the same name that somebody else has made, and says so (S0-046)', async () => {
    const theirs = {
      ...{ apiVersion: 'catalog.cattle.io/v1', kind: 'ClusterRepo' },
      metadata: { name: 'everywhere', labels: { 'paddock.cloud/global-catalog': 'another' } },
      spec: { url: 'https://theirs.example.org/' },
    };
    await shop.inside.post(REPOSITORIES, theirs);
    const { uuid } = await bed.aCatalog();
    expect((await bed.sync()).report).toEqual({ written: 0, removed: 0, failed: 1 });
    const path = `rancher-catalogs/${uuid}/`;
    expect((await shop.send('GET', path, undefined, staff)).body).toMatchObject({
      error_message: 'The catalog is not up to date in 1 cluster: 1 with another catalog of this name.',
    });
    expect(await bed.sync()).toMatchObject({ writes: [] });
    await shop.send('DELETE', path, undefined, staff);
    await bed.sync();
    expect(await bed.copyOf('everywhere')).toMatchObject({ spec: theirs.spec });
    expect(await shop.market.store.globalCatalogs.find(uuid)).toBeUndefined();
  });

  test('has its login in the secret store and in the clusters only; a new login reaches the clusters (S0-070)', async () => {
    const { uuid } = await bed.aCatalog({ username: 'reader', password: 'hunter2-hunter2' });
    await bed.sync();
    const first = await secretOf(uuid);
    expect(first).toMatchObject({ type: 'kubernetes.io/basic-auth' });
    expect(await bed.copyOf('everywhere')).toMatchObject({
      spec: { clientSecret: { name: `paddock-catalog-${uuid}`, namespace: 'cattle-system' } },
    });
    const path = `rancher-catalogs/${uuid}/`;
    const login = { username: 'reader', password: 'swordfish-2' };
    const { text } = await shop.send('PATCH', path, login, staff);
    expect(text).not.toContain('swordfish');
    expect(await bed.sync()).toMatchObject({ report: { written: 1 } });
    expect(await secretOf(uuid)).not.toEqual(first);
    expect(await bed.copyOf('everywhere')).toMatchObject({ spec: { forceUpdate: expect.any(String) } });
    expect(await bed.sync()).toMatchObject({ writes: [] });
    expect(JSON.stringify(await allRows(shop.market))).not.toMatch(/hunter2|swordfish/);
    // The stored login for the catalog is deleted even if somebody has already deleted the catalog's copy in the
    // cluster.
    await shop.inside.delete(`${REPOSITORIES}/everywhere`);
    await shop.send('DELETE', path, undefined, staff);
    await bed.sync();
    expect(await secretOf(uuid)).toBeUndefined();
  });

  test('does not take its login along to another server, neither in the store nor in a cluster (S0-070)', async () => {
    const { uuid } = await bed.aCatalog({ username: 'reader', password: 'hunter2-hunter2' });
    await bed.sync();
    const path = `rancher-catalogs/${uuid}/`;
    const { store, secrets, stage } = shop.market;
    const { accountUuid = '' } = (await store.globalCatalogs.find(uuid)) ?? {};
    expect((await shop.send('PATCH', path, { catalog_url: `${CHARTS_URL}stable/` }, staff)).status).toBe(200);
    expect(await store.globalCatalogs.find(uuid)).toMatchObject({ accountUuid });
    expect((await shop.send('PATCH', path, { catalog_url: 'https://evil.example.org/' }, staff)).status).toBe(200);
    expect((await store.globalCatalogs.find(uuid))?.accountUuid).toBeUndefined();
    expect(await secrets.find(catalogSecretName(stage, accountUuid))).toBeUndefined();
    expect(await bed.sync()).toMatchObject({ report: { written: 1, failed: 0 } });
    const moved = await bed.copyOf('everywhere');
    expect(moved).toMatchObject({ spec: { url: 'https://evil.example.org/' } });
    expect(moved).not.toHaveProperty('spec.clientSecret');
    expect(await secretOf(uuid)).toBeUndefined();
    expect(await bed.sync()).toMatchObject({ writes: [] });
  });

  test('is downloaded again in each cluster when staff refreshes it (S0-071)', async () => {
    const { uuid } = await bed.aCatalog();
    await bed.sync();
    expect(await bed.copyOf('everywhere')).not.toMatchObject({ spec: { forceUpdate: expect.any(String) } });
    expect((await shop.send('POST', `rancher-catalogs/${uuid}/refresh/`, undefined, staff)).status).toBe(200);
    await bed.sync();
    expect(await bed.copyOf('everywhere')).toMatchObject({ spec: { forceUpdate: expect.any(String) } });
    expect(await bed.sync()).toMatchObject({ writes: [] });
  });
});

describe('clusters of the provider', () => {
  test('that refuse or do not answer stop no other, and a deletion goes on until none of them has a copy (S0-046, S0-155)', async () => {
    const { store, customerUuid, projectUuid } = shop.market;
    const opened = { rancher: shop.opened.rancher, url: shop.simulator.url };
    const { id: backendId } = await aForeignCluster(opened, twoNodes('away'));
    const away = aCluster({ customerUuid, projectUuid, settingsUuid: shop.settingsUuid, backendId, state: 'OK' });
    await store.commit(store.clusters.insert(away));
    const { uuid } = await bed.aCatalog();
    for (const status of [403, 503]) {
      await shop.simulator.clearFaults();
      await shop.simulator.plan({ path: `^/k8s/clusters/${backendId}/`, kind: 'status', status });
      await shop.inside.delete(`${REPOSITORIES}/everywhere`);
      expect((await bed.sync()).report).toEqual({ written: 1, removed: 0, failed: 1 });
      expect(await bed.copyOf('everywhere')).toBeDefined();
    }
    await shop.send('DELETE', `rancher-catalogs/${uuid}/`, undefined, staff);
    await bed.sync();
    expect(await bed.copyOf('everywhere')).toBeUndefined();
    expect(await store.globalCatalogs.find(uuid)).toBeDefined();
    await shop.simulator.clearFaults();
    await store.commit(store.clusters.remove(away));
    await bed.sync();
    expect(await store.globalCatalogs.find(uuid)).toBeUndefined();
  });

  test('that are hibernated are left out, and served when they are awake (S0-046)', async () => {
    const { clock } = shop.market;
    await setCluster({ hibernation: { status: 'HIBERNATED', since: clock.now().toISOString(), drained: [] } });
    await bed.aCatalog();
    expect((await bed.sync()).report).toEqual({ written: 0, removed: 0, failed: 0 });
    await setCluster({ hibernation: undefined });
    expect((await bed.sync()).report).toMatchObject({ written: 1 });
  });

  test('are compared within a minute of a change or of the first pull of a new cluster, and else once an hour (S0-046)', async () => {
    const { clock, store } = shop.market;
    expect(await bed.dueProviders()).toEqual([]);
    await bed.aCatalog();
    expect(await bed.dueProviders()).toEqual([shop.settingsUuid]);
    clock.advance(120);
    await bed.sync();
    expect(await bed.dueProviders()).toEqual([]);
    clock.advance(3600);
    expect(await bed.dueProviders()).toEqual([shop.settingsUuid]);
    await bed.sync();
    await shop.inside.delete(`${REPOSITORIES}/everywhere`);
    await store.contents.forget(shop.cluster.uuid);
    await shop.pull();
    expect(await bed.dueProviders()).toEqual([shop.settingsUuid]);
  });
});
