import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { changed } from '#shared/domain/_core/record';
import { someOpenStackSettings } from '#test/builders/builders';
import { EVENTUALLY } from '#test/contracts/rancher/rancher-under-test';
import { type Charts, openShopWithCharts } from './app-shop.ts';
import { CHARTS_URL, type GlobalCatalogs, globalCatalogs, REPOSITORIES } from './global-catalog-bed.ts';
import { type ShopWithSite, shopPerTest } from './shop-cluster.ts';

const openShop = shopPerTest();
let shop: ShopWithSite & Charts;
let bed: GlobalCatalogs;
beforeEach(async () => {
  shop = await openShopWithCharts(await openShop());
  bed = globalCatalogs(shop);
});

const untilDownloaded = (name: string) =>
  expect.poll(() => bed.copyOf(name), EVENTUALLY).toMatchObject({ status: { downloadTime: expect.any(String) } });

test('templates of a global catalog are listed with those of the cluster’s own, and name it as their catalog (S0-072, R-9-138)', async () => {
  const { uuid, url } = await bed.aCatalog();
  await bed.sync();
  await untilDownloaded('everywhere');
  await shop.pullAgain();
  const { body } = await shop.send('GET', `rancher-templates/?page_size=300&cluster_uuid=${shop.cluster.uuid}`);
  const templates = z.array(z.looseObject({ catalog: z.string(), catalog_name: z.string() })).parse(body);
  expect([...new Set(templates.map(({ catalog_name }) => catalog_name))].sort()).toEqual([
    ...['everywhere', 'example', 'rancher-charts'],
  ]);
  const [ours = expect.fail()] = templates.filter(({ catalog_name }) => catalog_name === 'everywhere');
  expect(ours).toMatchObject({ catalog: url, catalog_uuid: uuid, cluster_uuid: shop.cluster.uuid });
  const { body: found } = await shop.send('GET', `rancher-templates/?catalog_uuid=${uuid}`);
  expect(found).toHaveLength(templates.filter(({ catalog_name }) => catalog_name === 'everywhere').length);
});

test('a global catalog is listed once, with those of its clusters, and not as one of the cluster’s (S0-046)', async () => {
  await bed.aCatalog();
  await bed.sync();
  await shop.pullAgain();
  const all = await bed.listed(`&cluster_uuid=${shop.cluster.uuid}`);
  expect(all.map(({ name }) => name).sort()).toEqual([
    ...['everywhere', 'example', 'rancher-charts', 'rancher-partner-charts', 'rancher-rke2-charts'],
  ]);
  expect(await bed.globals('&o=name')).toEqual(['everywhere']);
  expect((await bed.listed(`&settings_uuid=${shop.settingsUuid}`)).map(({ name }) => name)).toEqual(['everywhere']);
  expect(await bed.globals(`&project_uuid=${shop.market.projectUuid}`)).toEqual([]);
  expect(await bed.globals('&name=nowhere')).toEqual([]);
});

test('a label that somebody else has written makes no repository a copy of a global catalog (S0-046)', async () => {
  const { uuid } = await bed.aCatalog();
  await shop.inside.post(REPOSITORIES, {
    ...{ apiVersion: 'catalog.cattle.io/v1', kind: 'ClusterRepo', spec: { url: CHARTS_URL } },
    metadata: { name: 'pretender', labels: { 'paddock.cloud/global-catalog': uuid } },
  });
  await shop.pullAgain();
  expect(await shop.listed('rancher-catalogs', 'pretender')).toMatchObject({ scope_type: 'cluster' });
});

test('who has a cluster of the provider sees its catalogs, and only staff changes them (S0-070, R-9-134)', async () => {
  const { uuid } = await bed.aCatalog();
  const { owner, member, outsider } = shop.market.people;
  const path = `rancher-catalogs/${uuid}/`;
  expect(await bed.globals('', member)).toEqual(['everywhere']);
  expect((await shop.send('GET', path, undefined, member)).status).toBe(200);
  expect(await bed.globals('', outsider)).toEqual([]);
  expect(await bed.globals(`&cluster_uuid=${shop.cluster.uuid}`, outsider)).toEqual([]);
  expect((await shop.send('GET', path, undefined, outsider)).status).toBe(404);
  expect((await shop.send('PATCH', path, { name: 'x' }, owner)).status).toBe(403);
  expect((await shop.send('DELETE', path, undefined, owner)).status).toBe(403);
  expect((await bed.create({}, owner)).body).toEqual({ scope: ['Invalid hyperlink - Object does not exist.'] });
  const { store, clock, customerUuid } = shop.market;
  const settings = await store.settings.get(shop.settingsUuid);
  await store.commit(store.settings.replace(changed(settings, clock.now(), { customerUuid })));
  expect((await bed.create({}, owner)).status).toBe(403);
  shop.site.readOnlyMode = true;
  expect((await bed.create()).status).toBe(405);
});

test('a cloud has no catalogs (S0-070)', async () => {
  const cloud = someOpenStackSettings();
  await shop.market.store.commit(shop.market.store.settings.insert(cloud));
  expect((await bed.create({ scope: cloud.uuid })).body).toEqual({ scope: ['Invalid provider detected.'] });
});
