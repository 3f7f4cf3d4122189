import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { answersSecretName } from '#shared/app/cluster-contents/apps/app-deps';
import { allRows } from '../_worlds/all-rows.ts';
import { type Charts, openShopWithCharts, runAppMachine } from './app-shop.ts';
import { type ShopWithSite, shopPerTest } from './shop-cluster.ts';

const openShop = shopPerTest();
let shop: ShopWithSite & Charts;
beforeEach(async () => {
  shop = await openShopWithCharts(await openShop());
});

const made = z.looseObject({ uuid: z.string(), state: z.string() });
const answers = { hostname: 'shop.example.org', replicas: 2 };
async function newApp(fields: object = {}) {
  const answer = await shop.send('POST', 'rancher-apps/', await shop.order({ answers, ...fields }));
  return { status: answer.status, body: answer.body };
}
async function installed(fields: object = {}): Promise<string> {
  const { body } = await newApp(fields);
  const { uuid } = made.parse(body);
  await runAppMachine(shop);
  return `rancher-apps/${uuid}/`;
}
const shown = async (path: string) => (await shop.send('GET', path)).body;
const deployment = (name: string, namespace = 'shop') =>
  shop.found(`/apis/apps/v1/namespaces/${namespace}/deployments/${name}`);

test('an application is accepted, its missing namespace made, installed with its answers, and OK with its workloads (S0-029, S0-039, S0-061, S0-217, S0-218, S0-219, S0-220, S0-221, S0-223, R-9-133)', async () => {
  const { status, body } = await newApp({ namespace: undefined, namespace_name: 'new-shop' });
  expect([status, body]).toEqual([
    201,
    expect.objectContaining({
      state: 'CREATION_SCHEDULED',
      name: 'store',
      template_name: 'shop',
      version: '1.0.0',
      answers,
    }),
  ]);
  expect(await shop.found('/api/v1/namespaces/new-shop')).toBeUndefined();
  const { uuid } = made.parse(body);
  expect((await runAppMachine(shop)).machine).toBe('create-app');
  expect(await shop.found('/api/v1/namespaces/new-shop')).toMatchObject({
    metadata: { annotations: { 'field.cattle.io/projectId': shop.rancherProject.backendId } },
  });
  expect(await deployment('store-web', 'new-shop')).toMatchObject({ spec: { replicas: 2 } });
  expect(await shown(`rancher-apps/${uuid}/`)).toMatchObject({
    ...{ state: 'OK', runtime_state: 'deployed', answers, revision: 1, error_message: '' },
    ...{ catalog_name: 'example', namespace_name: 'new-shop', rancher_project_name: 'shop' },
  });
  const { body: workloads } = await shop.send(
    'GET',
    `rancher-workloads/?cluster_uuid=${shop.cluster.uuid}&name_exact=store-web`,
  );
  expect(workloads).toMatchObject([{ namespace_name: 'new-shop' }]);
});

test('what is named must be of one provider and one project, and the version one of the template (S0-217)', async () => {
  const refused = async (fields: object) => newApp(fields);
  expect(await refused({ namespace_name: 'two' })).toMatchObject({
    status: 400,
    body: { non_field_errors: ['Either existing namespace UUID or new namespace name should be specified.'] },
  });
  expect(await refused({ namespace: undefined })).toMatchObject({ status: 400 });
  const elsewhere = await shop.listed('rancher-namespaces', 'default');
  expect(await refused({ namespace: elsewhere?.url })).toMatchObject({
    status: 400,
    body: { non_field_errors: ['Namespace should belong to the same project.'] },
  });
  expect(await refused({ service_settings: crypto.randomUUID() })).toMatchObject({
    status: 400,
    body: { non_field_errors: ['The same settings should be used for template, project and namespace.'] },
  });
  expect(await refused({ version: '7.0.0' })).toMatchObject({
    status: 400,
    body: { version: ['The template has no version 7.0.0.'] },
  });
  expect(await refused({ template: crypto.randomUUID() })).toMatchObject({
    status: 400,
    body: { template: ['Invalid hyperlink - Object does not exist.'] },
  });
});

test('a wrong answer is refused by its name, and nothing is installed (S0-073, S0-217)', async () => {
  expect(await newApp({ answers: { replicas: 9, edition: 'huge' } })).toEqual({
    status: 400,
    body: {
      answers: {
        hostname: ['This field is required.'],
        edition: ['Must be one of: small, large.'],
        replicas: ['Ensure this value is less than or equal to 5.'],
      },
    },
  });
  expect((await shop.market.store.outbox.listPending(10)).operations).toEqual([]);
});

test('secret answers are in the cluster only: no row, answer or event has them (S0-061)', async () => {
  const secret = { ...answers, 'database.enabled': true, 'database.password': 'correct-horse-battery' };
  const path = `rancher-apps/${made.parse((await newApp({ answers: secret })).body).uuid}/`;
  const operation = await runAppMachine(shop);
  expect(await shown(path)).toMatchObject({
    answers: { ...answers, 'database.enabled': true },
    secret_answers: ['database.password'],
  });
  expect(await shop.values('store')).toMatchObject({ database: { enabled: true, password: 'correct-horse-battery' } });
  expect(JSON.stringify(await allRows(shop.market))).not.toContain('correct-horse');
  expect(await shop.market.secrets.find(answersSecretName(shop.market.stage, operation.uuid))).toBeUndefined();
});

test('a failed installation is ERRED with Helm’s reason, and can be deleted (S0-222)', async () => {
  const path = await installed({ answers: { ...answers, 'image.tag': 'broken' } });
  expect(await shown(path)).toMatchObject({
    state: 'ERRED',
    error_message: expect.stringContaining('context deadline exceeded'),
    last_error: { code: 'HELM_FAILED', owner: 'user', retryable: true },
  });
  await shop.pullAgain();
  expect(await shown(path)).toMatchObject({ state: 'ERRED' });
  expect((await shop.send('DELETE', path)).status).toBe(202);
  await runAppMachine(shop);
  expect((await shop.send('GET', path)).status).toBe(404);
  expect(await deployment('store-web')).toBeUndefined();
});

test('a release of the same name that is somebody else’s is neither taken over nor uninstalled (S0-222)', async () => {
  const { body } = await newApp();
  await shop.installByHand('store');
  await runAppMachine(shop);
  const path = `rancher-apps/${made.parse(body).uuid}/`;
  expect(await shown(path)).toMatchObject({
    state: 'ERRED',
    error_message: expect.stringContaining('that Paddock did not install'),
  });
  await shop.send('DELETE', path);
  await runAppMachine(shop);
  expect(await deployment('store-web')).toBeDefined();
  expect((await newApp()).status).toBe(409);
});

test('answers change, a version is upgraded, and a roll back brings version and values of the former revision (S0-061)', async () => {
  const path = await installed({
    answers: { ...answers, 'database.enabled': true, 'database.password': 'a-long-password' },
  });
  const patched = await shop.send('PATCH', path, { answers: { hostname: 'b.example.org', 'database.enabled': true } });
  expect([patched.status, patched.body]).toMatchObject([200, { state: 'UPDATE_SCHEDULED' }]);
  expect((await shop.send('PATCH', path, { answers })).status).toBe(409);
  await runAppMachine(shop);
  // If the request omits a chart's answer, the chart's default applies again. An omitted secret answer keeps its value.
  expect(await shop.values('store')).toEqual({
    hostname: 'b.example.org',
    database: { enabled: true, password: 'a-long-password' },
  });
  const others = { hostname: 'b.example.org', 'database.enabled': true, 'database.password': 'another-password' };
  const upgraded = await shop.send('POST', `${path}upgrade/`, { version: '1.1.0', answers: others });
  expect([upgraded.status, upgraded.body]).toMatchObject([202, { version: '1.0.0' }]);
  await runAppMachine(shop);
  expect(await shown(path)).toMatchObject({
    state: 'OK',
    version: '1.1.0',
    revision: 3,
    answers: { hostname: 'b.example.org' },
  });
  expect(await shop.values('store')).toMatchObject({ database: { password: 'another-password' } });
  expect((await shop.send('POST', `${path}rollback/`)).status).toBe(202);
  await runAppMachine(shop);
  expect(await shown(path)).toMatchObject({ state: 'OK', version: '1.0.0', revision: 4 });
  expect(await shop.values('store')).toMatchObject({
    hostname: 'b.example.org',
    database: { password: 'a-long-password' },
  });
});

test('a secret answer of null is removed, and a required one is asked for again (S0-061, S0-073)', async () => {
  const open = { hostname: 'a.example.org', 'database.enabled': true };
  const path = await installed({ answers: { ...open, 'database.password': 'a-long-password' } });
  const closed = { hostname: 'a.example.org', 'database.enabled': false, 'database.password': null };
  expect((await shop.send('PATCH', path, { answers: closed })).status).toBe(200);
  await runAppMachine(shop);
  expect(await shown(path)).toMatchObject({ state: 'OK', secret_answers: [] });
  expect(await shop.values('store')).toEqual({ hostname: 'a.example.org', database: { enabled: false } });
  const refused = await shop.send('PATCH', path, { answers: open });
  expect([refused.status, refused.body]).toEqual([
    400,
    { answers: { 'database.password': ['This field is required.'] } },
  ]);
});

test('only a description is changed at once, and an application with one revision cannot be rolled back (S0-061)', async () => {
  const path = await installed();
  expect((await shop.send('PATCH', path, { description: 'Sells things.' })).body).toMatchObject({
    ...{ state: 'OK', description: 'Sells things.' },
  });
  expect((await shop.send('POST', `${path}rollback/`)).status).toBe(409);
  expect((await shop.send('POST', `${path}upgrade/`, { version: '9.9.9' })).status).toBe(400);
});

test('an application is uninstalled with all that its chart has made (S0-061)', async () => {
  const path = await installed();
  expect((await shop.send('DELETE', path)).status).toBe(202);
  expect(await shown(path)).toMatchObject({ state: 'DELETION_SCHEDULED' });
  expect((await runAppMachine(shop)).machine).toBe('delete-app');
  expect((await shop.send('GET', path)).status).toBe(404);
  expect(await deployment('store-web')).toBeUndefined();
});

test('a step that runs twice asks Rancher once (S0-219)', async () => {
  const { body } = await newApp();
  await runAppMachine(shop, { twice: true });
  expect(await shown(`rancher-apps/${made.parse(body).uuid}/`)).toMatchObject({ state: 'OK', revision: 1 });
  expect(await shop.found('/apis/catalog.cattle.io/v1/namespaces/shop/operations')).toMatchObject({
    items: [{ status: { action: 'install' } }],
  });
});

test('a pull neither removes an application that is being installed nor forgets its answers (S0-090)', async () => {
  const { body } = await newApp();
  const path = `rancher-apps/${made.parse(body).uuid}/`;
  await shop.pullAgain();
  expect(await shown(path)).toMatchObject({ state: 'CREATION_SCHEDULED' });
  await runAppMachine(shop);
  await shop.installByHand('other');
  await shop.pullAgain();
  expect(await shown(path)).toMatchObject({ state: 'OK', answers });
});

test('members may look but see no answers, only staff may change applications of managed clusters, and read-only mode refuses (S0-061)', async () => {
  const path = await installed();
  const { member, outsider } = shop.market.people;
  const seen = await shop.send('GET', path, undefined, member);
  expect([seen.status, seen.body]).toMatchObject([200, { state: 'OK', answers: {}, secret_answers: [] }]);
  const list = await shop.send('GET', `rancher-apps/?cluster_uuid=${shop.cluster.uuid}`, undefined, member);
  expect(list.text).not.toContain('shop.example.org');
  expect(await shown(path)).toMatchObject({ answers });
  expect((await shop.send('DELETE', path, undefined, member)).status).toBe(403);
  expect((await shop.send('DELETE', path, undefined, outsider)).status).toBe(404);
  shop.site.readOnlyMode = true;
  expect((await shop.send('DELETE', path)).status).toBe(405);
  expect((await newApp({ name: 'other' })).status).toBe(405);
});
