import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { until } from '#infra/local/until';
import { personAt } from './_worlds/customer.ts';
import { STAGE } from './_worlds/deployed-stack.ts';
import { ownCloud } from './_worlds/own-cloud.ts';
import { runSync } from './access/run-pass.ts';

const { endpoints } = ownCloud();
const owner = personAt(endpoints, 'owner');

const row = z.looseObject({ uuid: z.string(), url: z.string() });
const patience = { timeoutMs: 90_000, intervalMs: 200 };

async function first(path: string) {
  const { body } = await owner.call('GET', path);
  return z.array(row).parse(body)[0];
}
/**
 * Pulls and reads until the list has an entry. Rancher downloads a repository's index with a delay, and only a pull
 * stores the entries of the index in Paddock.
 */
const found = (clusterUuid: string, path: string) =>
  until({ ...patience, tooLate: `${path} stays empty.` }, async () => {
    await owner.call('POST', `rancher-clusters/${clusterUuid}/pull/`);
    return first(path);
  });

const app = z.looseObject({ state: z.string(), version: z.string(), error_message: z.string() });
const ended = (path: string) =>
  until({ ...patience, tooLate: `${path} is still being changed.` }, async () => {
    const { state, ...shown } = app.parse((await owner.call('GET', path)).body);
    return ['OK', 'ERRED'].includes(state) ? { state, ...shown } : undefined;
  });

const places = z.object({ project: z.string(), service_settings: z.string() });
let cluster: string;
let project: string;
let service_settings: string;
beforeAll(async () => {
  const placed = await owner.place(owner.clusterOrder('with-apps', 1, 1));
  expect(await owner.ended(placed.uuid)).toMatchObject({ state: 'done', error_message: '' });
  cluster = placed.resource_uuid ?? '';
  const { body: shown } = await owner.call('GET', `rancher-clusters/${cluster}/`);
  ({ project, service_settings } = places.parse(shown));
}, 300_000);

test('a chart is refused with a wrong answer, then installed, upgraded, rolled back and deleted (S0-029, S0-061, S0-217, S0-219, S0-220)', async () => {
  const inCluster = `cluster_uuid=${cluster}`;
  const catalog = { name: 'example', catalog_url: 'https://charts.example.org/', scope: cluster };
  expect(await owner.call('POST', 'rancher-catalogs/', catalog)).toMatchObject({ status: 201 });
  const template = await found(cluster, `rancher-templates/?${inCluster}&name_exact=shop`);
  const rancherProject = await found(cluster, `rancher-projects/?${inCluster}&name_exact=Default`);
  const order = {
    ...{ name: 'store', version: '1.0.0', project, service_settings, namespace_name: 'shop' },
    ...{ template: template.url, rancher_project: rancherProject.url },
  };
  expect(await owner.call('POST', 'rancher-apps/', { ...order, answers: { replicas: 99 } })).toMatchObject({
    status: 400,
    body: { answers: { hostname: ['This field is required.'], replicas: [expect.stringContaining('less than')] } },
  });

  const answers = { hostname: 'shop.example.org', 'database.enabled': true, 'database.password': 'a-long-password' };
  const created = await owner.call('POST', 'rancher-apps/', { ...order, answers });
  expect(created).toMatchObject({ status: 201, body: { state: 'CREATION_SCHEDULED' } });
  const path = `rancher-apps/${row.parse(created.body).uuid}/`;
  expect(await ended(path)).toMatchObject({ state: 'OK', version: '1.0.0', error_message: '' });
  expect(await first(`rancher-workloads/?${inCluster}&name_exact=store-web`)).toBeDefined();
  expect((await owner.call('POST', `${path}upgrade/`, { version: '1.1.0' })).status).toBe(202);
  expect(await ended(path)).toMatchObject({ state: 'OK', version: '1.1.0', revision: 2 });
  expect((await owner.call('POST', `${path}rollback/`)).status).toBe(202);
  expect(await ended(path)).toMatchObject({ state: 'OK', version: '1.0.0', revision: 3 });
  expect((await owner.call('DELETE', path)).status).toBe(202);
  await until({ ...patience, tooLate: 'The application is not deleted.' }, async () =>
    (await owner.call('GET', path)).status === 404 ? true : undefined,
  );
});

test('a private catalog of a provider reaches its clusters by its job, and leaves them when it is deleted (S0-046, S0-155, R-9-138)', async () => {
  const staff = personAt(endpoints, 'staff');
  const SUCCEEDED = { status: 'SUCCEEDED', error: undefined };
  const login = { username: 'reader', password: 'a-long-password' };
  const catalog = { name: 'everywhere', catalog_url: 'https://charts.example.org/', scope: service_settings, ...login };
  const { status, body } = await staff.call('POST', 'rancher-catalogs/', catalog);
  expect([status, body]).toMatchObject([201, { scope_type: 'global' }]);
  const { uuid } = row.parse(body);
  expect(await runSync(endpoints, STAGE, 'sync_global_catalogs')).toEqual(SUCCEEDED);
  const templates = `rancher-templates/?catalog_uuid=${uuid}&cluster_uuid=${cluster}`;
  await found(cluster, templates);
  expect(await staff.call('DELETE', `rancher-catalogs/${uuid}/`)).toMatchObject({ status: 204 });
  expect(await runSync(endpoints, STAGE, 'sync_global_catalogs')).toEqual(SUCCEEDED);
  await until({ ...patience, tooLate: 'The templates of the deleted catalog stay.' }, async () => {
    await owner.call('POST', `rancher-clusters/${cluster}/pull/`);
    return (await first(templates)) === undefined ? true : undefined;
  });
});
