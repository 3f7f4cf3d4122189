import { expect, test } from 'vitest';
import { manualClock } from '../_kit/manual-clock.ts';
import { emptyCloud } from './cloud.ts';
import { cloudPerFile } from './cloud-per-file.ts';
import { rowsIn } from './cloud-under-test.ts';
import { seed } from './seed.ts';

const cloud = await cloudPerFile();
const neutron = '/network/v2.0';
const keystone = '/identity/v3';
const NOBODY = '00000000-0000-4000-8000-000000000009';

test.each([
  'networks',
  'subnets',
  'ports',
  'routers',
  'security-groups',
  'security-group-rules',
  'floatingips',
  'rbac-policies',
])('Neutron names a query parameter that nobody knows at %s', async (path) => {
  const message = "['nosuch'] is invalid attribute for filtering";
  const answer = await cloud.admin.get(`${neutron}/${path}?nosuch=1`);
  expect(answer).toMatchObject({ status: 400, body: { NeutronError: { type: 'HTTPBadRequest', message } } });
});

test.each(['servers', 'servers/detail', 'flavors', 'flavors/detail', 'os-server-groups', 'os-keypairs', 'limits'])(
  'Nova refuses it at %s from 2.75 on, and ignored it before',
  async (path) => {
    const at = (version: string) =>
      cloud.demo.get(`/compute/v2.1/${path}?nosuch=1`, { 'openstack-api-version': `compute ${version}` });
    expect([(await at('2.90')).status, (await at('2.60')).status]).toEqual([400, 200]);
  },
);

test.each(['projects', 'users', 'roles', 'domains', 'role_assignments'])('Keystone ignores it at %s', async (path) => {
  const [plain, asked] = [
    await cloud.admin.get(`${keystone}/${path}`),
    await cloud.admin.get(`${keystone}/${path}?nosuch=1`),
  ];
  expect(rowsIn(asked)).toEqual(rowsIn(plain));
});

test.each([
  '/compute/v2.1/servers?changes-since=2020-01-01T00:00:00Z',
  '/compute/v2.1/flavors?sort_key=name',
  '/volume/v3/volumes/detail?sort=name:asc',
  '/image/v2/images?sort=name:asc',
  '/identity/v3/role_assignments?effective',
  '/identity/v3/policies',
  '/network/v2.0/subnetpools',
])('%s, which is real and not played, is refused as such', async (path) => {
  const { status, body } = await cloud.admin.get(path);
  expect([status, JSON.stringify(body)]).toEqual([501, expect.stringContaining('not simulated: ')]);
});

test.each([
  `${neutron}/networks?limit=abc`,
  `${neutron}/networks?limit=-1`,
  `${neutron}/networks?sort_key=name`,
  `${neutron}/networks?sort_key=name&sort_dir=sideways`,
  `${neutron}/networks?admin_state_up=maybe`,
  `${neutron}/ports?fixed_ips=bad`,
  '/compute/v2.1/servers?limit=-1',
  '/compute/v2.1/servers?all_tenants=maybe',
  '/compute/v2.1/flavors?is_public=maybe',
  '/volume/v3/volumes?limit=abc',
  '/image/v2/images?visibility=bad',
])('%s is 400', async (path) => {
  expect((await cloud.admin.get(path)).status).toBe(400);
});

test('Keystone pages by limit and marker, and says that there are more', async () => {
  const all = rowsIn(await cloud.admin.get(`${keystone}/projects`));
  const first = await cloud.admin.get(`${keystone}/projects?limit=1`);
  expect(first.body).toMatchObject({ projects: [all[0]], truncated: true });
  expect(rowsIn(await cloud.admin.get(`${keystone}/projects?marker=${all[0]?.id}`))).toEqual(all.slice(1));
  expect((await cloud.admin.get(`${keystone}/projects?marker=nosuch`)).status).toBe(404);
});

test('Neutron pages backwards as well', async () => {
  const ids = rowsIn(await cloud.admin.get(`${neutron}/security-group-rules`)).map(({ id }) => id);
  const back = await cloud.admin.get(`${neutron}/security-group-rules?limit=1&marker=${ids[2]}&page_reverse=True`);
  expect(rowsIn(back).map(({ id }) => id)).toEqual([ids[1]]);
});

test.each([
  ['a description that is null', { name: 'x', description: null }, 201],
  ['a name of blanks', { name: '   ' }, 400],
  ['a domain that is not there', { name: 'x', domain_id: 'nosuch' }, 400],
  ['a parent that is not there', { name: 'x', parent_id: 'nosuch' }, 400],
  ['an option that nobody knows', { name: 'x', options: { nosuch: 1 } }, 400],
])('a project with %s', async (_what, project, status) => {
  expect((await cloud.admin.post(`${keystone}/projects`, { project })).status).toBe(status);
});

test('a user changes the own password, and the old one is refused', async () => {
  const user = { name: 'ann', password: 'one', email: null, options: { ignore_password_expiry: true } };
  const made = await cloud.admin.post(`${keystone}/users`, { user });
  const path = `${keystone}/users/${Object(made.body).user.id}/password`;
  const change = { user: { original_password: 'one', password: 'two' } };
  expect([
    (await cloud.anonymous.post(path, change)).status,
    (await cloud.anonymous.post(path, change)).status,
  ]).toEqual([204, 401]);
});

test.each([
  [{ cidr: '10.9.0.0/99' }, 400],
  [{ cidr: 'bad' }, 400],
  [{ cidr: '10.9.0.0/24', dns_nameservers: ['bad'] }, 400],
  [{ cidr: '10.9.0.0/24', host_routes: [{ destination: 'bad', nexthop: '10.9.0.1' }] }, 400],
  [{ cidr: '10.9.0.0/24', enable_dhcp: 'false', ip_version: '4' }, 201],
  [{ cidr: 'fd00::/64', ip_version: 6 }, 501],
])('a subnet of %j is %i', async (more, status) => {
  const subnet = { network_id: cloud.projects.demo.network_id, ip_version: 4, ...more };
  expect((await cloud.demo.post(`${neutron}/subnets`, { subnet })).status).toBe(status);
});

test.each([
  [[{ destination: 'bad', nexthop: '10.0.0.9' }]],
  [[{ destination: '1.2.3.0/24', nexthop: 'bad' }]],
  [[{ destination: '1.2.3.4/24', nexthop: '10.0.0.9' }]],
  [[{ destination: '1.2.3.0/24', nexthop: '192.168.77.1' }]],
])('routes of a router to %j are refused', async (routes) => {
  const path = `${neutron}/routers/${cloud.projects.demo.router_id}`;
  expect((await cloud.demo.put(path, { router: { routes } })).status).toBe(400);
});

test('a quota is checked against what is used unless it is said not to be', async () => {
  const path = `${neutron}/quotas/${cloud.projects.demo.id}`;
  const asked = async (quota: object) => (await cloud.admin.put(path, { quota })).status;
  expect(await asked({ network: 0, check_limit: true })).toBe(400);
  expect(await asked({ network: 0, check_limit: false })).toBe(200);
  expect(await asked({ network: 0, force: true })).toBe(200);
});

test.each([
  ['a server group that is not there', {}, { group: NOBODY }, 'Instance group'],
  ['a label with a slash', { metadata: { 'a/b': 'c' } }, {}, 'a/b'],
  ['a name that ends in a blank', { name: 'a ' }, {}, 'whitespace'],
])('a server with %s is refused', async (_what, more, hints, words) => {
  const flavorRef = rowsIn(await cloud.demo.get('/compute/v2.1/flavors'))[0]?.id;
  const imageRef = Object.values(cloud.images)[0];
  const server = { name: 'a', flavorRef, imageRef, networks: 'none', ...more };
  const answer = await cloud.demo.post('/compute/v2.1/servers', { server, 'os:scheduler_hints': hints });
  expect([answer.status, JSON.stringify(answer.body)]).toEqual([400, expect.stringContaining(words)]);
});

test('a reset empties every map of the cloud and leaves it where it is', () => {
  const one = emptyCloud('cloud-1', manualClock());
  seed(one);
  const maps = [one.keystone, one.neutron, one.nova, one.cinder, one.glance].flatMap((store) => Object.values(store));
  const sizes = maps.map((map) => (map instanceof Map ? map.size : -1));
  one.neutron.networks.clear();
  one.cinder.types.clear();
  seed(one);
  const after = [one.keystone, one.neutron, one.nova, one.cinder, one.glance].flatMap((store) => Object.values(store));
  expect(after.filter((map, at) => map instanceof Map && map !== maps[at])).toEqual([]);
  expect(after.map((map) => (map instanceof Map ? map.size : -1))).toEqual(sizes);
});
