import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { rancherSessions } from '#shared/adapters/rancher/rancher-sessions';
import { syncProvider } from '#shared/app/cluster-access/sync-provider';
import { listProviders } from '#shared/app/providers/list-providers';
import { changed } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { randomIds, systemClock } from '#shared/runtime/clock-and-ids';
import { connectedKeycloak } from '#shared/runtime/wiring/backends';
import { aCluster, someOpenStackSettings } from '#test/builders';
import { EVENTUALLY } from '#test/contracts/rancher/rancher-under-test';
import { recordedRequests } from '#test/contracts/recorded-requests';
import { allRows } from '../_worlds/all-rows.ts';
import type { Person } from '../_worlds/api-under-test.ts';
import { type Charts, openShopWithCharts } from './app-shop.ts';
import { type ShopWithSite, shopPerTest } from './shop-cluster.ts';

const openShop = shopPerTest();
let shop: ShopWithSite & Charts;
let staff: Person;
beforeEach(async () => {
  shop = await openShopWithCharts(await openShop());
  ({ staff } = shop.market.people);
});

const JOB = 'sync_global_catalogs';
const URL = 'https://charts.example.org/';
const silent = { info: () => {}, warn: () => {}, error: () => {} };
const made = z.looseObject({ uuid: z.string(), url: z.string(), backend_id: z.string() });
const rows = z.array(z.looseObject({ uuid: z.string(), name: z.string(), scope_type: z.string() }));

const create = (fields: object = {}, person = staff) =>
  shop.send(
    'POST',
    'rancher-catalogs/',
    { name: 'everywhere', catalog_url: URL, scope: `https://x/api/service-settings/${shop.settingsUuid}/`, ...fields },
    person,
  );
const aCatalog = async (fields?: object) => made.parse((await create(fields)).body);
const listed = async (query = '', person?: Person) =>
  rows.parse((await shop.send('GET', `rancher-catalogs/?page_size=300${query}`, undefined, person)).body);
const globals = async (query = '', person?: Person) =>
  (await listed(query, person)).filter(({ scope_type }) => scope_type === 'global').map(({ name }) => name);

/** One run of the job at the shop's provider, and its requests that write. */
async function sync() {
  const { store, clock, secrets, stage } = shop.market;
  const { asked, connect } = recordedRequests();
  const rancher = rancherSessions({ secrets, stage, clock: systemClock, connect });
  const deps = {
    ...{ store, clock, secrets, stage, rancher, ids: randomIds, log: silent, site: shop.site, keptMs: 60_000 },
    ...{ keycloak: connectedKeycloak(secrets, stage), brake: { maxShare: 0.5, always: 10 } },
  };
  const report = await syncProvider(deps, { job: JOB, settingsUuid: shop.settingsUuid });
  return { report, writes: asked.filter((request) => !request.startsWith('GET')) };
}
const REPOSITORIES = '/apis/catalog.cattle.io/v1/clusterrepos';
const copyOf = (name: string) => shop.found(`${REPOSITORIES}/${name}`);
const secretOf = (uuid: string) => shop.found(`/api/v1/namespaces/cattle-system/secrets/paddock-catalog-${uuid}`);
const dueProviders = () => listProviders({ store: shop.market.store, clock: shop.market.clock }, JOB);
const setCluster = async (fields: Partial<Cluster>) => {
  const { store, clock } = shop.market;
  const before = await store.clusters.get(shop.cluster.uuid);
  await store.commit(store.clusters.replace(changed(before, clock.now(), fields)));
};

describe('a catalog of a provider', () => {
  test('is created, changed and deleted, and its copy in each cluster follows (S0-046, S0-070)', async () => {
    const { status, body } = await create({ description: 'For all.' });
    expect([status, body]).toMatchObject([
      201,
      {
        ...{ name: 'everywhere', description: 'For all.', catalog_url: URL, scope_type: 'global', cluster: null },
        scope: expect.stringContaining(`/api/service-settings/${shop.settingsUuid}/`),
      },
    ]);
    const { uuid } = made.parse(body);
    expect((await sync()).report).toEqual({ written: 1, removed: 0, failed: 0 });
    expect(await copyOf('everywhere')).toMatchObject({
      metadata: { labels: { 'paddock.cloud/global-catalog': uuid } },
      spec: { url: URL },
    });
    const path = `rancher-catalogs/${uuid}/`;
    const change = { name: 'All charts', branch: 'main' };
    expect((await shop.send('PATCH', path, change, staff)).body).toMatchObject({ ...change, description: 'For all.' });
    await sync();
    expect(await copyOf('everywhere')).toMatchObject({
      metadata: { annotations: { 'paddock.cloud/name': 'All charts' } },
      spec: { gitRepo: URL, gitBranch: 'main' },
    });
    expect((await shop.send('DELETE', path, undefined, staff)).status).toBe(204);
    expect((await shop.send('GET', path, undefined, staff)).status).toBe(404);
    expect((await sync()).report).toEqual({ written: 0, removed: 1, failed: 0 });
    expect(await copyOf('everywhere')).toBeUndefined();
    expect(await shop.market.store.globalCatalogs.find(uuid)).toBeUndefined();
  });

  test('is not written again when nothing has changed, and is repaired when somebody changes its copy (S0-046)', async () => {
    await aCatalog();
    await sync();
    expect(await sync()).toEqual({ report: { written: 0, removed: 0, failed: 0 }, writes: [] });
    const at = { apiVersion: 'catalog.cattle.io/v1', plural: 'clusterrepos', name: 'everywhere' };
    const { rancher } = shop.opened;
    await rancher.patchObject(shop.cluster.backendId, at, { spec: { url: 'https://other.example.org/' } });
    expect((await sync()).report).toMatchObject({ written: 1 });
    expect(await copyOf('everywhere')).toMatchObject({ spec: { url: URL } });
  });

  test('leaves a repository of the same name that somebody else has made, and says so (S0-046)', async () => {
    const theirs = {
      ...{ apiVersion: 'catalog.cattle.io/v1', kind: 'ClusterRepo' },
      metadata: { name: 'everywhere', labels: { 'paddock.cloud/global-catalog': 'another' } },
      spec: { url: 'https://theirs.example.org/' },
    };
    await shop.inside.post(REPOSITORIES, theirs);
    const { uuid } = await aCatalog();
    expect((await sync()).report).toEqual({ written: 0, removed: 0, failed: 1 });
    const path = `rancher-catalogs/${uuid}/`;
    expect((await shop.send('GET', path, undefined, staff)).body).toMatchObject({
      error_message: expect.stringContaining('have another catalog of this name: 1'),
    });
    expect(await sync()).toMatchObject({ writes: [] });
    await shop.send('DELETE', path, undefined, staff);
    await sync();
    expect(await copyOf('everywhere')).toMatchObject({ spec: theirs.spec });
    expect(await shop.market.store.globalCatalogs.find(uuid)).toBeUndefined();
  });

  test('has its login in the secret store and in the clusters only; a new login reaches the clusters (S0-070)', async () => {
    const { uuid } = await aCatalog({ username: 'reader', password: 'hunter2-hunter2' });
    await sync();
    const first = await secretOf(uuid);
    expect(first).toMatchObject({ type: 'kubernetes.io/basic-auth' });
    expect(await copyOf('everywhere')).toMatchObject({
      spec: { clientSecret: { name: `paddock-catalog-${uuid}`, namespace: 'cattle-system' } },
    });
    const path = `rancher-catalogs/${uuid}/`;
    const login = { username: 'reader', password: 'swordfish-2' };
    const { text } = await shop.send('PATCH', path, login, staff);
    expect(text).not.toContain('swordfish');
    expect(await sync()).toMatchObject({ report: { written: 1 } });
    expect(await secretOf(uuid)).not.toEqual(first);
    expect(await copyOf('everywhere')).toMatchObject({ spec: { forceUpdate: expect.any(String) } });
    expect(await sync()).toMatchObject({ writes: [] });
    expect(JSON.stringify(await allRows(shop.market))).not.toMatch(/hunter2|swordfish/);
    await shop.send('DELETE', path, undefined, staff);
    await sync();
    expect(await secretOf(uuid)).toBeUndefined();
  });

  test('is downloaded again in each cluster when staff refreshes it (S0-071)', async () => {
    const { uuid } = await aCatalog();
    await sync();
    expect(await copyOf('everywhere')).not.toMatchObject({ spec: { forceUpdate: expect.any(String) } });
    expect((await shop.send('POST', `rancher-catalogs/${uuid}/refresh/`, undefined, staff)).status).toBe(200);
    await sync();
    expect(await copyOf('everywhere')).toMatchObject({ spec: { forceUpdate: expect.any(String) } });
    expect(await sync()).toMatchObject({ writes: [] });
  });
});

describe('clusters of the provider', () => {
  test('that do not answer stop no other, and a deletion goes on until none of them has a copy (S0-046, S0-155)', async () => {
    const { store, customerUuid, projectUuid } = shop.market;
    const { id: backendId } = await shop.opened.aManagedCluster();
    const away = aCluster({ customerUuid, projectUuid, settingsUuid: shop.settingsUuid, backendId, state: 'OK' });
    await store.commit(store.clusters.insert(away));
    const { uuid } = await aCatalog();
    await shop.simulator.plan({ path: `^/k8s/clusters/${backendId}/`, kind: 'status', status: 503 });
    await sync();
    expect(await copyOf('everywhere')).toBeDefined();
    await shop.send('DELETE', `rancher-catalogs/${uuid}/`, undefined, staff);
    await sync();
    expect(await copyOf('everywhere')).toBeUndefined();
    expect(await store.globalCatalogs.find(uuid)).toBeDefined();
    await shop.simulator.clearFaults();
    await store.commit(store.clusters.remove(away));
    await sync();
    expect(await store.globalCatalogs.find(uuid)).toBeUndefined();
  });

  test('that are hibernated are left out, and served when they are awake (S0-046)', async () => {
    const { clock } = shop.market;
    await setCluster({ hibernation: { status: 'HIBERNATED', since: clock.now().toISOString(), drained: [] } });
    await aCatalog();
    expect((await sync()).report).toEqual({ written: 0, removed: 0, failed: 0 });
    await setCluster({ hibernation: undefined });
    expect((await sync()).report).toMatchObject({ written: 1 });
  });

  test('are compared within a minute of a change or of the first pull of a new cluster, and else once an hour (S0-046)', async () => {
    const { clock, store } = shop.market;
    expect(await dueProviders()).toEqual([]);
    await aCatalog();
    expect(await dueProviders()).toEqual([shop.settingsUuid]);
    clock.advance(120);
    await sync();
    expect(await dueProviders()).toEqual([]);
    clock.advance(3600);
    expect(await dueProviders()).toEqual([shop.settingsUuid]);
    await sync();
    await shop.inside.delete(`${REPOSITORIES}/everywhere`);
    await store.contents.forget(shop.cluster.uuid);
    await shop.pull();
    expect(await dueProviders()).toEqual([shop.settingsUuid]);
  });
});

describe('lists', () => {
  const untilDownloaded = (name: string) =>
    expect.poll(() => copyOf(name), EVENTUALLY).toMatchObject({ status: { downloadTime: expect.any(String) } });

  test('templates of a global catalog are listed with those of the cluster’s own, and name it as their catalog (S0-072, R-9-138)', async () => {
    const { uuid, url } = await aCatalog();
    await sync();
    await untilDownloaded('everywhere');
    await shop.pullAnew();
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
    await aCatalog();
    await sync();
    await shop.pullAnew();
    const all = await listed(`&cluster_uuid=${shop.cluster.uuid}`);
    expect(all.map(({ name }) => name).sort()).toEqual([
      ...['everywhere', 'example', 'rancher-charts', 'rancher-partner-charts', 'rancher-rke2-charts'],
    ]);
    expect(await globals('&o=name')).toEqual(['everywhere']);
    expect((await listed(`&settings_uuid=${shop.settingsUuid}`)).map(({ name }) => name)).toEqual(['everywhere']);
    expect(await globals(`&project_uuid=${shop.market.projectUuid}`)).toEqual([]);
    expect(await globals('&name=nowhere')).toEqual([]);
  });

  test('a label that somebody else has written makes no repository a copy of a global catalog (S0-046)', async () => {
    const { uuid } = await aCatalog();
    await shop.inside.post(REPOSITORIES, {
      ...{ apiVersion: 'catalog.cattle.io/v1', kind: 'ClusterRepo', spec: { url: URL } },
      metadata: { name: 'pretender', labels: { 'paddock.cloud/global-catalog': uuid } },
    });
    await shop.pullAnew();
    expect(await shop.listed('rancher-catalogs', 'pretender')).toMatchObject({ scope_type: 'cluster' });
  });

  test('who has a cluster of the provider sees its catalogs, and only staff changes them (S0-070, R-9-134)', async () => {
    const { uuid } = await aCatalog();
    const { owner, member, outsider } = shop.market.people;
    const path = `rancher-catalogs/${uuid}/`;
    expect(await globals('', member)).toEqual(['everywhere']);
    expect((await shop.send('GET', path, undefined, member)).status).toBe(200);
    expect(await globals('', outsider)).toEqual([]);
    expect(await globals(`&cluster_uuid=${shop.cluster.uuid}`, outsider)).toEqual([]);
    expect((await shop.send('GET', path, undefined, outsider)).status).toBe(404);
    expect((await shop.send('PATCH', path, { name: 'x' }, owner)).status).toBe(403);
    expect((await shop.send('DELETE', path, undefined, owner)).status).toBe(403);
    expect((await create({}, owner)).body).toEqual({ scope: ['Invalid hyperlink - Object does not exist.'] });
    const { store, clock, customerUuid } = shop.market;
    const settings = await store.settings.get(shop.settingsUuid);
    await store.commit(store.settings.replace(changed(settings, clock.now(), { customerUuid })));
    expect((await create({}, owner)).status).toBe(403);
    shop.site.readOnlyMode = true;
    expect((await create()).status).toBe(405);
  });

  test('a cloud has no catalogs (S0-070)', async () => {
    const cloud = someOpenStackSettings();
    await shop.market.store.commit(shop.market.store.settings.insert(cloud));
    expect((await create({ scope: cloud.uuid })).body).toEqual({ scope: ['Invalid provider detected.'] });
  });
});
