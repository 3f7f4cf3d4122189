import { expect, test } from 'vitest';
import { cloudPerFile } from './cloud-per-file.ts';
import { idIn, rowsIn } from './cloud-under-test.ts';

/**
 * Requests that `openstack` and gophercloud send, in addition to the requests of Paddock. Each request was compared
 * with a real OpenStack 2026.2.
 */
const cloud = await cloudPerFile();
const NOW = { 'openstack-api-version': 'compute 2.90' };
const nova = '/compute/v2.1';
const cinder = '/volume/v3';
const tiny = { name: 'tiny', vcpus: 1, ram: 512, disk: 1, swap: 256, 'OS-FLV-EXT-DATA:ephemeral': 2, rxtx_factor: 1.0 };

test('a flavor that is not public is seen by the projects it was given to', async () => {
  const wish = { flavor: { ...tiny, 'os-flavor-access:is_public': false, description: 'Tiny' } };
  const made = await cloud.admin.post(`${nova}/flavors`, wish, NOW);
  expect(made.body).toMatchObject({ flavor: { swap: 256, 'OS-FLV-EXT-DATA:ephemeral': 2, description: 'Tiny' } });
  const id = idIn(made);
  const seen = async () => rowsIn(await cloud.demo.get(`${nova}/flavors`)).some((one) => one.id === id);
  expect(await seen()).toBe(false);
  const tenant = cloud.projects.demo.id;
  await cloud.admin.post(`${nova}/flavors/${id}/action`, { addTenantAccess: { tenant } });
  expect(await seen()).toBe(true);
  await cloud.admin.post(`${nova}/flavors/${id}/action`, { removeTenantAccess: { tenant } });
  expect(await seen()).toBe(false);
});

test('flavors are listed by their least memory and disk', async () => {
  const rows = rowsIn(await cloud.demo.get(`${nova}/flavors/detail?minRam=8192&minDisk=100`));
  expect(rows.map(({ name }) => name)).toEqual(['m1.xlarge', 'm1.2xlarge']);
});

test('a flavor’s specs and description are changed by administrators only', async () => {
  const path = `${nova}/flavors/1/os-extra_specs`;
  expect((await cloud.demo.post(path, { extra_specs: { a: 'b' } })).status).toBe(403);
  expect((await cloud.admin.post(path, { extra_specs: { a: 'b' } })).body).toEqual({ extra_specs: { a: 'b' } });
  expect((await cloud.admin.delete(`${path}/a`)).status).toBe(200);
  expect((await cloud.admin.delete(`${path}/a`)).status).toBe(404);
});

test('a volume type has a description and specs, and a member makes none', async () => {
  const wish = { volume_type: { name: 'fast', description: 'Fast', extra_specs: { a: 'b' } } };
  expect((await cloud.demo.post(`${cinder}/types`, wish)).status).toBe(403);
  const made = await cloud.admin.post(`${cinder}/types`, wish);
  expect(made.body).toMatchObject({ volume_type: { description: 'Fast', extra_specs: { a: 'b' } } });
  expect((await cloud.admin.post(`${cinder}/types`, wish)).status).toBe(409);
});

test.each([
  ['GET', `${nova}/os-hypervisors/detail`],
  ['GET', `${nova}/os-simple-tenant-usage`],
  ['GET', `${nova}/servers/x/os-instance-actions`],
  ['GET', `${cinder}/backups`],
  ['POST', `${cinder}/volumes/x/action`],
  ['POST', '/image/v2/images'],
  ['GET', '/image/v2/images/x/members'],
] as const)('%s %s is of the real service, and refused by name', async (method, path) => {
  const { status, body } = await (method === 'GET' ? cloud.admin.get(path) : cloud.admin.post(path, {}));
  expect([status, JSON.stringify(body)]).toEqual([501, expect.stringContaining(`not simulated: ${method} ${path}`)]);
});

test('what no service has is 404', async () => {
  for (const path of [`${nova}/nosuch`, `${cinder}/nosuch`, '/image/v2/nosuch']) {
    expect((await cloud.admin.get(path)).status, path).toBe(404);
  }
});

test.each([
  ['shared, false', 'networks', { network: { shared: false } }, 201],
  ['shared', 'networks', { network: { shared: true } }, 403],
  ['highly available, false', 'routers', { router: { ha: false } }, 403],
])('a member’s object that is %s', async (_what, path, body, status) => {
  expect((await cloud.demo.post(`/network/v2.0/${path}`, body)).status).toBe(status);
});

test('what a schema does not play is 501, not a fault of the caller', async () => {
  const flavorRef = rowsIn(await cloud.demo.get(`${nova}/flavors`))[0]?.id;
  const server = { name: 'a', flavorRef, imageRef: Object.values(cloud.images)[0], networks: 'none', max_count: 2 };
  expect((await cloud.demo.post(`${nova}/servers`, { server }, NOW)).status).toBe(501);
  const hints = { 'os:scheduler_hints': { same_host: ['x'] } };
  const one = { ...server, max_count: 1 };
  expect((await cloud.demo.post(`${nova}/servers`, { server: one, ...hints }, NOW)).status).toBe(501);
  const fixed = { ...one, networks: [{ uuid: cloud.projects.demo.network_id, fixed_ip: 'bad' }] };
  expect((await cloud.demo.post(`${nova}/servers`, { server: fixed }, NOW)).status).toBe(400);
});
