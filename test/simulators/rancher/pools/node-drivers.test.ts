import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually, startRancher, type TestRancher } from '../_core/rancher-client.ts';

const DRIVER = '/v3/nodedrivers/openstack';
const CONFIGS = '/v1/rke-machine-config.cattle.io.openstackconfigs';
const SCHEMA = '/v1/schemas/rke-machine-config.cattle.io.openstackconfig';

let rancher: TestRancher;
beforeEach(async () => {
  rancher = await startRancher({ pace: 0.01 });
});
afterEach(() => rancher.close());

const statusOf = async (path: string, method = 'GET', body?: object) => (await rancher.send(method, path, body)).status;

test('an inactive driver’s kinds are unknown, and come back seconds after it is active again', async () => {
  expect(await rancher.send('GET', DRIVER)).toMatchObject({ body: { active: true, state: 'active', builtin: true } });
  expect(await statusOf(`${DRIVER}?action=deactivate`, 'POST')).toBe(200);
  expect(await rancher.send('GET', DRIVER)).toMatchObject({ body: { active: false, state: 'inactive' } });
  await eventually(async () => expect(await rancher.send('GET', CONFIGS)).toMatchObject({ status: 404, body: '' }));
  expect(await statusOf(CONFIGS, 'POST', { metadata: { name: 'one', namespace: 'fleet-default' } })).toBe(404);
  expect(await statusOf('/v1/rke-machine.cattle.io.openstackmachines')).toBe(404);
  expect(await rancher.send('GET', SCHEMA)).toMatchObject({ status: 404, body: { message: 'no such schema' } });
  expect(await statusOf(`${DRIVER}?action=activate`, 'POST')).toBe(200);
  expect(await rancher.send('GET', DRIVER)).toMatchObject({ body: { active: true } });
  await eventually(async () => expect(await statusOf(CONFIGS)).toBe(200));
  expect(await statusOf(SCHEMA)).toBe(200);
});

test('drivers are found by name, and an unknown action or driver is refused', async () => {
  expect(await rancher.send('GET', '/v3/nodedrivers?name=openstack')).toMatchObject({
    body: { data: [{ id: 'openstack' }] },
  });
  expect(await rancher.send('POST', `${DRIVER}?action=nosuch`)).toMatchObject({
    ...{ status: 422, body: { code: 'InvalidAction', message: 'Invalid action: nosuch' } },
  });
  expect(await rancher.send('POST', '/v3/nodedrivers/nosuch?action=activate')).toMatchObject({
    ...{ status: 404, body: { message: 'nodedrivers.management.cattle.io "nosuch" not found' } },
  });
});
