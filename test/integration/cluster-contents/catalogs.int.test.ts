import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { forgetContents } from '#shared/app/cluster-contents/write-contents';
import { EVENTUALLY } from '#test/contracts/rancher/rancher-under-test';
import { allRows } from '../_worlds/all-rows.ts';
import { type Charts, openShopWithCharts } from './app-shop.ts';
import { administratorOf, type ShopWithSite, shopPerTest, uuidIn } from './shop-cluster.ts';

const openShop = shopPerTest();
let shop: ShopWithSite & Charts;
beforeEach(async () => {
  shop = await openShopWithCharts(await openShop());
});

const REPOSITORIES = '/apis/catalog.cattle.io/v1/clusterrepos';
const made = z.looseObject({ uuid: z.string(), url: z.string() });
const URL = 'https://charts.example.org/';
const create = (fields: object = {}) =>
  shop.send('POST', 'rancher-catalogs/', {
    ...{ name: 'ours', catalog_url: URL, scope: `https://x/api/rancher-clusters/${shop.cluster.uuid}/` },
    ...fields,
  });
const templatesOf = async (query: string) => {
  const { body } = await shop.send('GET', `rancher-templates/?${query}`);
  return z.array(z.object({ name: z.string(), catalog_name: z.string() })).parse(body);
};
const untilDownloaded = (name: string) =>
  expect
    .poll(() => shop.found(`${REPOSITORIES}/${name}`), EVENTUALLY)
    .toMatchObject({
      status: { downloadTime: expect.any(String) },
    });

test('a catalog is made in a cluster, changed and deleted, within the call (S0-046, S0-070, R-9-134, R-9-135)', async () => {
  const { status, body } = await create({ description: 'Charts.' });
  expect([status, body]).toMatchObject([
    201,
    { name: 'ours', description: 'Charts.', scope_type: 'cluster', catalog_url: URL },
  ]);
  const { uuid } = made.parse(body);
  expect(await shop.found(`${REPOSITORIES}/ours`)).toMatchObject({ spec: { url: URL } });
  const changed = await shop.send('PATCH', `rancher-catalogs/${uuid}/`, { name: 'Our charts', branch: 'main' });
  expect([changed.status, changed.body]).toMatchObject([
    200,
    { name: 'Our charts', branch: 'main', description: 'Charts.' },
  ]);
  expect(await shop.found(`${REPOSITORIES}/ours`)).toMatchObject({ spec: { gitRepo: URL, gitBranch: 'main' } });
  expect(await shop.listed('rancher-catalogs', 'Our%20charts')).toMatchObject({ uuid });
  expect((await shop.send('DELETE', `rancher-catalogs/${uuid}/`)).status).toBe(204);
  expect(await shop.found(`${REPOSITORIES}/ours`)).toBeUndefined();
  expect((await shop.send('GET', `rancher-catalogs/${uuid}/`)).status).toBe(404);
});

test('the account of a catalog is a Secret of the cluster, and nowhere else (S0-070)', async () => {
  expect((await create({ username: 'reader' })).body).toMatchObject({
    password: ['Give both a username and a password, or neither.'],
  });
  const { body, text } = await create({ username: 'reader', password: 'hunter2-hunter2' });
  expect(text).not.toContain('hunter2');
  const { spec } = z
    .object({ spec: z.object({ clientSecret: z.object({ name: z.string(), namespace: z.string() }) }) })
    .parse(await shop.found(`${REPOSITORIES}/ours`));
  const account = `/api/v1/namespaces/${spec.clientSecret.namespace}/secrets/${spec.clientSecret.name}`;
  expect(await shop.found(account)).toMatchObject({ type: 'kubernetes.io/basic-auth' });
  expect(JSON.stringify(await allRows(shop.market))).not.toContain('hunter2');
  await shop.send('DELETE', `rancher-catalogs/${made.parse(body).uuid}/`);
  expect(await shop.found(account)).toBeUndefined();
});

const ACCOUNT = '/api/v1/namespaces/cattle-system/secrets/paddock-catalog-ours';

test('a refused catalog of the same name does not change the login of the existing one (S0-070)', async () => {
  expect((await create({ username: 'reader', password: 'hunter2-hunter2' })).status).toBe(201);
  const before = await shop.found(ACCOUNT);
  const refused = await create({ username: 'writer', password: 'hunter3-hunter3' });
  expect([refused.status, refused.body]).toMatchObject([409, { detail: expect.stringContaining('already exists') }]);
  expect(await shop.found(ACCOUNT)).toEqual(before);
});

test('a catalog whose creation was interrupted after its login was written is created at the next attempt (S0-070)', async () => {
  const login = { username: 'reader', password: 'hunter2-hunter2' };
  await shop.simulator.plan({ method: 'POST', path: 'clusterrepos\\?(?!.*dryRun)', kind: 'status', status: 500 });
  expect((await create(login)).status).toBeGreaterThanOrEqual(500);
  expect(await shop.found(ACCOUNT)).toMatchObject({ data: { password: expect.any(String) } });
  expect(await shop.found(`${REPOSITORIES}/ours`)).toBeUndefined();
  await shop.simulator.clearFaults();
  expect((await create({ ...login, username: 'writer' })).status).toBe(201);
  expect(await shop.found(ACCOUNT)).toMatchObject({ data: { username: Buffer.from('writer').toString('base64') } });
});

test('staff refreshes a catalog: Rancher downloads its index again, and new charts are listed (S0-071, S0-072, S0-091)', async () => {
  const address = `https://charts-${crypto.randomUUID()}.example.org/`;
  await shop.publish(address, [{ name: 'one', version: '1.0.0' }]);
  const { body } = await create({ catalog_url: address });
  const { uuid } = made.parse(body);
  await untilDownloaded('ours');
  await shop.pull();
  expect(await templatesOf(`catalog_uuid=${uuid}`)).toMatchObject([{ name: 'one', catalog_name: 'ours' }]);
  await shop.publish(address, [{ name: 'two', version: '2.0.0' }]);
  const refresh = `rancher-catalogs/${uuid}/refresh/`;
  expect((await shop.send('POST', refresh)).status).toBe(403);
  const { staff } = shop.market.people;
  // The market's clock stands still. The test therefore moves the download time to the past.
  await shop.inside.applyAs('test', `${REPOSITORIES}/ours`, {
    ...{ apiVersion: 'catalog.cattle.io/v1', kind: 'ClusterRepo', metadata: { name: 'ours' } },
    status: { url: address, downloadTime: '2020-01-01T00:00:00Z' },
  });
  expect((await shop.send('POST', refresh, undefined, staff)).status).toBe(200);
  await expect
    .poll(() => shop.found(`${REPOSITORIES}/ours`), EVENTUALLY)
    .not.toMatchObject({ status: { downloadTime: '2020-01-01T00:00:00Z' } });
  await expect
    .poll(async () => {
      await shop.pullAgain();
      return (await templatesOf(`catalog_uuid=${uuid}`)).map(({ name }) => name);
    }, EVENTUALLY)
    .toEqual(['two']);
});

test('charts of catalogs are templates with their versions, questions and readmes (S0-047, S0-072, S0-073, S0-092)', async () => {
  const { body } = await shop.send('GET', `rancher-templates/?cluster_uuid=${shop.cluster.uuid}&name_exact=shop`);
  const [template = expect.fail()] = z.array(made).parse(body);
  expect(template).toMatchObject({
    ...{ catalog_name: 'example', default_version: '1.1.0', versions: ['1.1.0', '1.0.0'], description: 'A shop.' },
    icon_url: 'https://charts.example.org/shop.svg',
  });
  const version = await shop.send('GET', `rancher-template-versions/${template.uuid}/1.0.0/`);
  expect([version.status, version.body]).toMatchObject([
    200,
    {
      ...{ readme: '# Shop 1.0.0\n', app_readme: 'Sells things.\n' },
      questions: [
        { variable: 'hostname', required: true, group: 'General' },
        { variable: 'edition', type: 'enum', options: ['small', 'large'], default: 'small', validate: true },
        { variable: 'replicas', min: 1, max: 5 },
        {
          showSubquestionIf: 'true',
          subquestions: [{ variable: 'database.password', type: 'secret', rancher_type: 'password' }],
        },
      ],
    },
  ]);
  expect((await shop.send('GET', `rancher-template-versions/${template.uuid}/7.7.7/`)).status).toBe(404);
  const names = (await templatesOf(`cluster_uuid=${shop.cluster.uuid}`)).map(({ name }) => name);
  expect(names).toContain('longhorn');
  expect(names).not.toContain('longhorn-crd');
});

test('templates of the cluster’s own catalog and of the catalogs that Rancher creates in every cluster are listed together (R-9-138)', async () => {
  const listed = await templatesOf(`cluster_uuid=${shop.cluster.uuid}`);
  const catalogs = new Set(listed.map((template) => template.catalog_name));
  expect([...catalogs].sort()).toEqual(['example', 'rancher-charts']);
});

test('a catalog of a project of Rancher serves only that project (S0-046, S0-070)', async () => {
  const { body } = await create({ scope: shop.rancherProject.url });
  expect(body).toMatchObject({ scope_type: 'project', scope: shop.rancherProject.url, rancher_project_name: 'shop' });
  await untilDownloaded('ours');
  await shop.pull();
  const { uuid } = made.parse(body);
  const { body: listed } = await shop.send('GET', `rancher-templates/?catalog_uuid=${uuid}&name_exact=shop`);
  const [template = expect.fail()] = z.array(made).parse(listed);
  expect(template).toMatchObject({ project_name: 'shop' });
  const { body: projects } = await shop.send(
    'GET',
    `rancher-projects/?cluster_uuid=${shop.cluster.uuid}&name_exact=Default`,
  );
  const [other = expect.fail()] = z.array(made).parse(projects);
  const order = { template: template.url, rancher_project: other.url, namespace: undefined, namespace_name: 'x' };
  const refused = await shop.send(
    'POST',
    'rancher-apps/',
    await shop.order({ ...order, answers: { hostname: 'a.b' } }),
  );
  expect([refused.status, refused.body]).toEqual([
    400,
    { template: ['The template is from a catalog of another Rancher project.'] },
  ]);
});

test('templates of a deleted catalog go with the next pull, and an unreadable index stops no other (S0-092)', async () => {
  expect((await create()).status).toBe(201);
  await create({ name: 'lost', catalog_url: 'https://nowhere.example.org/' });
  await untilDownloaded('ours');
  await shop.pull();
  expect((await templatesOf(`cluster_uuid=${shop.cluster.uuid}`)).map((it) => it.catalog_name)).toContain('ours');
  await expect
    .poll(async () => {
      await shop.pullAgain();
      return shop.listed('rancher-catalogs', 'lost');
    }, EVENTUALLY)
    .toMatchObject({ error_message: expect.stringContaining('no such host') });
  await shop.send('DELETE', `rancher-catalogs/${await uuidIn(shop, 'rancher-catalogs', 'ours')}/`);
  await shop.pull();
  expect((await templatesOf(`cluster_uuid=${shop.cluster.uuid}`)).map((it) => it.catalog_name)).not.toContain('ours');
});

test('members look at catalogs and change none, and a stranger sees no scope (S0-070, R-9-134)', async () => {
  const { member, outsider } = shop.market.people;
  const path = `rancher-catalogs/${await uuidIn(shop, 'rancher-catalogs', 'example')}/`;
  expect((await shop.send('GET', path, undefined, member)).status).toBe(200);
  expect((await shop.send('PATCH', path, { description: 'x' }, member)).status).toBe(403);
  const scope = shop.cluster.uuid;
  const { body } = await shop.send('POST', 'rancher-catalogs/', { name: 'a', catalog_url: URL, scope }, outsider);
  expect(body).toEqual({ scope: ['Invalid hyperlink - Object does not exist.'] });
  shop.site.readOnlyMode = true;
  expect((await create()).status).toBe(405);
});

test('catalogs and templates go with their cluster (R-9-137, S0-155)', async () => {
  const uuid = await uuidIn(shop, 'rancher-catalogs', 'example');
  await forgetContents(shop.market, shop.cluster.uuid);
  expect((await shop.send('GET', `rancher-catalogs/${uuid}/`)).status).toBe(404);
  expect(await templatesOf(`cluster_uuid=${shop.cluster.uuid}`)).toEqual([]);
});

const secretOf = () => shop.found(ACCOUNT);
const login = { username: 'reader', password: 'hunter2-hunter2' };
const newWithLogin = async () => `rancher-catalogs/${made.parse((await create(login)).body).uuid}/`;

test('a stored login does not follow a catalog to another server (S0-070)', async () => {
  const path = await newWithLogin();
  expect((await shop.send('PATCH', path, { catalog_url: `${URL}stable/` })).status).toBe(200);
  expect(await secretOf()).toBeDefined();
  expect(await shop.found(`${REPOSITORIES}/ours`)).toMatchObject({
    spec: { clientSecret: { name: expect.any(String) } },
  });
  expect((await shop.send('PATCH', path, { catalog_url: 'https://evil.example.org/' })).status).toBe(200);
  const moved = await shop.found(`${REPOSITORIES}/ours`);
  expect(moved).toMatchObject({ spec: { url: 'https://evil.example.org/' } });
  expect(moved).not.toHaveProperty('spec.clientSecret');
  expect(await secretOf()).toBeUndefined();
});

test('a login that is given with the new address is used there (S0-070)', async () => {
  const path = await newWithLogin();
  const change = { catalog_url: 'https://other.example.org/', username: 'writer', password: 'hunter3-hunter3' };
  expect((await shop.send('PATCH', path, change)).status).toBe(200);
  expect(await secretOf()).toMatchObject({ data: { username: Buffer.from('writer').toString('base64') } });
  expect(await shop.found(`${REPOSITORIES}/ours`)).toMatchObject({
    spec: { url: 'https://other.example.org/', clientSecret: { name: 'paddock-catalog-ours' } },
  });
});

test('a change that Kubernetes refuses changes neither the login nor the address (S0-070)', async () => {
  const path = await newWithLogin();
  const before = await secretOf();
  const refusal = { kind: 'Status', status: 'Failure', reason: 'Invalid', message: 'no', code: 422 };
  await shop.simulator.plan({ method: 'PATCH', path: 'clusterrepos/ours', kind: 'status', status: 422, body: refusal });
  for (const change of [
    { username: 'writer', password: 'hunter3-hunter3' },
    { catalog_url: 'https://evil.example.org/' },
  ]) {
    expect((await shop.send('PATCH', path, change)).status).toBe(400);
  }
  await shop.simulator.clearFaults();
  expect(await secretOf()).toEqual(before);
  expect(await shop.found(`${REPOSITORIES}/ours`)).toMatchObject({ spec: { url: URL } });
});

test('an administrator of the project, who does not own the cluster in Rancher, changes no catalogs, and the error names the roles', async () => {
  const { market, cluster } = shop;
  const administrator = await administratorOf(shop);
  const path = await newWithLogin();
  const body = { name: 'theirs', catalog_url: URL, scope: cluster.uuid };
  for (const [method, to, fields] of [
    ['POST', 'rancher-catalogs/', body],
    ['PATCH', path, { catalog_url: 'https://evil.example.org/' }],
    ['DELETE', path, undefined],
  ] as const) {
    const refused = await shop.send(method, to, fields, administrator);
    expect([refused.status, refused.body]).toMatchObject([403, { detail: expect.stringContaining('role manager') }]);
  }
  const manager = await shop.send('POST', 'rancher-catalogs/', body, market.people.manager);
  expect(manager.status).toBe(201);
});
