import { beforeEach, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { changed } from '#shared/domain/_core/record';
import { requestRows } from '#test/contracts/start-simulator';
import type { Person } from '../_worlds/api-under-test.ts';
import { type Shop, shopPerTest, uuidIn } from './shop-cluster.ts';

const openShop = shopPerTest();

/** The caller in these tests, with a role in the project of the shop's cluster. */
type Role = 'PROJECT.ADMIN' | 'PROJECT.MANAGER' | 'PROJECT.MEMBER';
let shop: Shop;
beforeEach(async () => {
  shop = await openShop();
});

const inProject = () => {
  const { projectUuid: scopeUuid, customerUuid } = shop.market;
  return { scopeType: 'project', scopeUuid, customerUuid } as const;
};
const person = (role: Role): Promise<Person> => shop.market.person({}, { role, ...inProject() });

const isActing = ({ username }: { username: string }) => username.startsWith('paddock-acting-');
async function accountOf({ user }: Person) {
  const all = (await shop.opened.rancher.listAccounts()).filter(isActing);
  const ours = all.filter(({ labels }) => labels['paddock.cloud/access-user'] === user.uuid);
  expect(ours.length).toBeLessThanOrEqual(1);
  return ours[0];
}
async function rolesOf(of: Person): Promise<string[]> {
  const id = (await accountOf(of))?.id ?? '';
  const { rancher } = shop.opened;
  const [clusters, projects] = await Promise.all([
    rancher.listBindingsOfUser('cluster', id),
    rancher.listBindingsOfUser('project', id),
  ]);
  return [...clusters, ...projects].map(({ placeId, roleTemplateId }) => `${roleTemplateId} ${placeId}`).sort();
}
const projectId = async (name: string) =>
  (await shop.opened.rancher.listProjects(shop.cluster.backendId)).find((it) => it.name === name)?.id ?? '';

async function newService(name: string, by: Person) {
  const namespace = await uuidIn(shop, 'rancher-namespaces', 'shop');
  const body = { name, namespace, ports: [{ port: 80 }], selector: { app: 'cart' } };
  return shop.send('POST', 'rancher-services/', body, by);
}
const inCluster = async (name: string) =>
  (await shop.inside.get(`/api/v1/namespaces/shop/services/${name}`)).status === 200;

test('an owner, a manager and staff act as owners of the cluster, an administrator as owner of its projects', async () => {
  const { owner, manager, staff } = shop.market.people;
  const administrator = await person('PROJECT.ADMIN');
  for (const [index, by] of [owner, manager, staff, administrator].entries()) {
    expect(await newService(`s-${index}`, by)).toMatchObject({ status: 201 });
  }
  const { backendId } = shop.cluster;
  for (const by of [owner, manager, staff]) expect(await rolesOf(by)).toEqual([`cluster-owner ${backendId}`]);
  const projects = [await projectId('Default'), await projectId('shop')].map((id) => `project-owner ${id}`);
  expect(await rolesOf(administrator)).toEqual([`cluster-member ${backendId}`, ...projects].sort());
});

test('nothing is done in the cluster for people without a role in it, and no account is made for them', async () => {
  const { member } = shop.market.people;
  expect((await newService('none', member)).status).toBe(403);
  const project = await uuidIn(shop, 'rancher-projects', 'shop');
  expect((await shop.send('GET', `rancher-projects/${project}/secrets/`, undefined, member)).status).toBe(403);
  expect(await accountOf(member)).toBeUndefined();
  expect(await inCluster('none')).toBe(false);
});

test('a changed role changes the account’s bindings before anything is done', async () => {
  const by = await person('PROJECT.MANAGER');
  expect((await newService('one', by)).status).toBe(201);
  const { store } = shop.market;
  const { grants } = await store.access.of(by.user.uuid);
  for (const grant of grants) {
    await store.commit(store.grants.remove(grant), store.grants.insert({ ...grant, role: 'PROJECT.ADMIN' }));
  }
  expect((await newService('two', by)).status).toBe(201);
  expect(await rolesOf(by)).not.toContain(`cluster-owner ${shop.cluster.backendId}`);
  expect(await rolesOf(by)).toContain(`cluster-member ${shop.cluster.backendId}`);
});

test('an administrator owns a project from the moment it is recorded', async () => {
  const by = await person('PROJECT.ADMIN');
  expect((await newService('one', by)).status).toBe(201);
  const made = await shop.send('POST', 'rancher-projects/', { name: 'later', cluster: shop.cluster.uuid });
  expect(made.status).toBe(201);
  expect((await newService('two', by)).status).toBe(201);
  expect(await rolesOf(by)).toContain(`project-owner ${await projectId('later')}`);
});

test('ten calls at once make one account', async () => {
  const by = await person('PROJECT.MANAGER');
  const calls = Array.from({ length: 10 }, (_, index) => newService(`s-${index}`, by));
  expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([201]));
  expect(await accountOf(by)).toBeDefined();
});

test('a person whose account Rancher’s administrator has disabled is refused, although Rancher would let Paddock act', async () => {
  const { owner } = shop.market.people;
  await newService('one', owner);
  const { id = '' } = (await accountOf(owner)) ?? {};
  await shop.opened.rancher.changeAccount(id, { isEnabled: false });
  const answer = await newService('two', owner);
  expect(answer).toMatchObject({
    status: 403,
    body: { detail: expect.stringContaining('account in Rancher is disabled') },
  });
  expect(await inCluster('two')).toBe(false);
});

test('nothing is written if Rancher takes Paddock for somebody else than the account', async () => {
  const by = await person('PROJECT.MANAGER');
  const body = { status: { userInfo: { username: 'admin' } } };
  await shop.simulator.plan({ method: 'POST', path: 'selfsubjectreviews', kind: 'status', status: 201, body });
  expect((await newService('one', by)).status).toBe(502);
  expect(await inCluster('one')).toBe(false);
  await shop.simulator.clearFaults();
  expect((await newService('two', by)).status).toBe(201);
});

test('an account with the name that Paddock did not make is never used', async () => {
  const by = await person('PROJECT.MANAGER');
  await newService('one', by);
  const { id = '', labels = {} } = (await accountOf(by)) ?? {};
  const { 'paddock.cloud/access-user': _holder, ...others } = labels;
  await shop.opened.rancher.changeAccount(id, { labels: { ...others, 'paddock.cloud/access-user': 'f'.repeat(32) } });
  await shop.market.clock.advance(61);
  expect((await newService('two', by)).status).toBe(502);
  expect(await inCluster('two')).toBe(false);
});

/** What Steve has answered. Rancher ignores an impersonation there, so Steve acts with all rights of Paddock's key. */
async function steveCalls(): Promise<number> {
  const rows = requestRows.parse(await (await fetch(`${shop.simulator.url}/_sim/requests`)).json());
  const isSteve = ({ path }: { path: string }) => path.startsWith('/v1/') || /^\/k8s\/clusters\/[^/]+\/v1\//.test(path);
  return rows.filter(isSteve).reduce((sum, { count }) => sum + count, 0);
}

test('no change and no live read goes through Steve', async () => {
  const service = `rancher-services/${await uuidIn(shop, 'rancher-services', 'cart')}/`;
  const workload = `rancher-workloads/${await uuidIn(shop, 'rancher-workloads', 'cart')}/`;
  const project = await uuidIn(shop, 'rancher-projects', 'shop');
  const namespace = await uuidIn(shop, 'rancher-namespaces', 'shop');
  const target = await uuidIn(shop, 'rancher-projects', 'Default');
  const secret = { name: 'key', namespace, data: { a: 'b' } };
  const before = await steveCalls();
  const yaml = z.object({ yaml: z.string() }).parse((await shop.send('GET', `${service}yaml/`)).body);
  const calls: [string, string, unknown?][] = [
    ['PATCH', service, { ports: [{ port: 81 }] }],
    [
      'PUT',
      `${workload}yaml/`,
      z.object({ yaml: z.string() }).parse((await shop.send('GET', `${workload}yaml/`)).body),
    ],
    ['PATCH', workload, { scale: 3 }],
    ['GET', `rancher-projects/${project}/secrets/`],
    ['POST', `rancher-projects/${project}/secrets/`, secret],
    ['PATCH', `rancher-projects/${project}/secrets/shop/key/`, { data: { a: 'c' } }],
    ['PATCH', `rancher-projects/${project}/`, { description: 'ours' }],
    ['PATCH', `rancher-namespaces/${namespace}/`, { project: target }],
    ['DELETE', `rancher-projects/${project}/`],
    ['DELETE', service],
  ];
  expect(yaml.yaml).toContain('kind: Service');
  for (const [method, path, body] of calls) {
    const { status } = await shop.send(method, path, body);
    expect([method, path, status < 300]).toEqual([method, path, true]);
  }
  expect(await steveCalls()).toBe(before);
});

async function namespaceYaml(by: Person) {
  const path = `rancher-namespaces/${await uuidIn(shop, 'rancher-namespaces', 'shop')}/yaml/`;
  const { body } = await shop.send('GET', path, undefined, by);
  const object = parse(z.object({ yaml: z.string() }).parse(body).yaml);
  const put = (metadata: object) =>
    shop.send('PUT', path, { yaml: stringify({ ...object, metadata: { ...object.metadata, ...metadata } }) }, by);
  return { metadata: object.metadata, put };
}
const inShop = async () => (await shop.inside.get('/api/v1/namespaces/shop')).body.metadata;

test.each(['PROJECT.ADMIN', 'PROJECT.MANAGER'] as const)(
  'the YAML of a namespace moves it nowhere as %s, least of all into System',
  async (role) => {
    const { metadata, put } = await namespaceYaml(await person(role));
    for (const name of ['System', 'Default']) {
      const annotations = { ...metadata.annotations, 'field.cattle.io/projectId': await projectId(name) };
      expect(await put({ annotations })).toMatchObject({
        status: 400,
        body: { yaml: [expect.stringContaining('field.cattle.io/projectId')] },
      });
    }
    expect((await put({ annotations: {} })).status).toBe(400);
    expect((await inShop()).annotations['field.cattle.io/projectId']).toBe(await projectId('shop'));
  },
);

test('an administrator does not make a namespace privileged by its YAML', async () => {
  const { metadata, put } = await namespaceYaml(await person('PROJECT.ADMIN'));
  const labels = { ...metadata.labels, 'pod-security.kubernetes.io/enforce': 'privileged' };
  expect(await put({ labels })).toMatchObject({
    status: 400,
    body: { yaml: [expect.stringContaining('pod-security.kubernetes.io/enforce')] },
  });
  expect(Object.keys((await inShop()).labels)).not.toContain('pod-security.kubernetes.io/enforce');
});

test('a namespace that was put into System in Rancher is not moved out, even if the record is older', async () => {
  const namespace = await uuidIn(shop, 'rancher-namespaces', 'shop');
  const project = await uuidIn(shop, 'rancher-projects', 'Default');
  const { backendId } = shop.cluster;
  await shop.opened.rancher.moveNamespace(backendId, 'shop', await projectId('System'));
  const { owner } = shop.market.people;
  const administrator = await person('PROJECT.ADMIN');
  expect(await shop.send('PATCH', `rancher-namespaces/${namespace}/`, { project }, owner)).toMatchObject({
    status: 400,
    body: { project: [expect.stringContaining('out of Rancher’s System')] },
  });
  expect((await shop.send('PATCH', `rancher-namespaces/${namespace}/`, { project }, administrator)).status).toBe(403);
});

test('a user who was deactivated is not acted for, even by a caller that was read before', async () => {
  const { store, clock } = shop.market;
  const by = await person('PROJECT.MANAGER');
  await newService('one', by);
  await store.commit(
    store.users.replace(changed(await store.users.get(by.user.uuid), clock.now(), { isActive: false })),
  );
  expect((await newService('two', by)).status).toBe(401);
  expect(await inCluster('two')).toBe(false);
});
