import pMap from 'p-map';
import { beforeEach, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { changed } from '#shared/domain/_core/record';
import { aProject, aResource, aUuid } from '#test/builders/builders';
import { aProjectOffering } from '#test/builders/offering-builders';
import type { Person } from '../_worlds/api-under-test.ts';
import { type Charts, openShopWithCharts, runAppMachine } from '../cluster-contents/app-shop.ts';
import { administratorOf, type ShopWithSite, shopPerTest, uuidIn } from '../cluster-contents/shop-cluster.ts';

const openShop = shopPerTest();
let shop: ShopWithSite & Charts;
let administrator: Person;
beforeEach(async () => {
  shop = await openShopWithCharts(await openShop());
  administrator = await administratorOf(shop);
});

/** Rancher's rights need a moment. */
const SLOW_MS = 90_000;
const made = z.looseObject({ uuid: z.string() });
const newSecret = async (name: string, by: Person) => {
  const project = await uuidIn(shop, 'rancher-projects', 'shop');
  const namespace = await uuidIn(shop, 'rancher-namespaces', 'shop');
  return shop.send('POST', `rancher-projects/${project}/secrets/`, { name, namespace, data: { a: '1' } }, by);
};
const secretIn = (name: string) => shop.found(`/api/v1/namespaces/shop/secrets/${name}`);

/** Records that the shop's project in Rancher was sold: to another customer, or to the project of the cluster. */
async function sell(to: 'another customer' | 'the project of the cluster'): Promise<void> {
  const { market, cluster, settingsUuid, rancherProject } = shop;
  const { store, customerUuid, projectUuid } = market;
  const offering = aProjectOffering({
    customerUuid,
    settingsUuid,
    pluginOptions: { ...aProjectOffering().pluginOptions, cluster_id: cluster.backendId },
  });
  const { uuid, customerUuid: buyer } = aProject();
  const place = to === 'another customer' ? { projectUuid: uuid, customerUuid: buyer } : { projectUuid, customerUuid };
  const slugs = { projectSlug: 'p', customerSlug: 'c' };
  const sold = {
    clusterId: cluster.backendId,
    projectName: 'shop',
    role: 'project-member',
    backendId: rancherProject.backendId,
  };
  const { clusterUuid: _none, ...resource } = aResource({ ...place, state: 'OK', offeringUuid: offering.uuid });
  const part = { description: '', limits: {}, ...slugs, ...sold, settingsUuid, lastOrderUuid: aUuid() };
  await store.commit(store.offerings.insert(offering), store.resources.insert({ ...resource, rancherProject: part }));
}

describe('an administrator of the project of a shared cluster', () => {
  test('cannot write in a project that was sold to another customer, but the owner of the cluster can', async () => {
    await sell('another customer');
    expect(await newSecret('mine', administrator)).toMatchObject({ status: 403 });
    expect(await secretIn('mine')).toBeUndefined();
    expect(await newSecret('mine', shop.market.people.owner)).toMatchObject({ status: 201 });
  });

  test(
    'loses the rights of an earlier write in a project as soon as its sale is recorded and a pull has seen it',
    async () => {
      expect(await newSecret('before', administrator)).toMatchObject({ status: 201 });
      await sell('another customer');
      shop.market.clock.advance(61);
      expect(await newSecret('after', administrator)).toMatchObject({ status: 403 });
    },
    SLOW_MS,
  );

  test('can write in a project that was sold to the project of the cluster', async () => {
    await sell('the project of the cluster');
    expect(await newSecret('mine', administrator)).toMatchObject({ status: 201 });
  });

  test('cannot install a chart in a project that was sold to another customer', async () => {
    await sell('another customer');
    const answers = { hostname: 'shop.example.org', replicas: 2 };
    const answer = await shop.send('POST', 'rancher-apps/', await shop.order({ answers }), administrator);
    if (answer.status === 201) await runAppMachine(shop);
    expect(await shop.values('store')).toBeUndefined();
  });

  test.each([
    ['was sold to another customer', () => sell('another customer')],
    ['has a namespace of the cluster’s own programs', () => holdReserved()],
  ])('cannot give roles in a project that %s', async (_, prepare) => {
    const { body: roles } = await shop.send(
      'GET',
      `rancher-role-templates/?settings_uuid=${shop.settingsUuid}&page_size=200`,
    );
    const role = z
      .array(made.extend({ name: z.string(), scope_type: z.string() }))
      .parse(roles)
      .find((it) => it.name === 'project-owner');
    const scope_uuid = await uuidIn(shop, 'rancher-projects', 'shop');
    const body = {
      username: 'mallory',
      email: 'mallory@example.org',
      role: role?.uuid ?? expect.fail('the role is listed'),
      scope_uuid,
    };
    const give = () => shop.send('POST', 'keycloak-user-group-memberships/', body, administrator);
    expect(await give()).toMatchObject({ status: 400, body: { scope_uuid: [expect.stringContaining('no Keycloak')] } });
    await prepare();
    expect(await give()).toMatchObject({ status: 403 });
  });

  test('cannot write in a project to which a namespace of the cluster’s own programs was moved', async () => {
    await holdReserved();
    expect(await newSecret('mine', administrator)).toMatchObject({ status: 403 });
    expect(await newSecret('mine', shop.market.people.owner)).toMatchObject({ status: 201 });
  });
});

/** Records that somebody has moved the namespace of Longhorn, which has privileged accounts, to the shop's project. */
async function holdReserved(): Promise<void> {
  const { store, clock } = shop.market;
  const project = await store.rancherProjects.findByUuid(await uuidIn(shop, 'rancher-projects', 'shop'));
  if (project === undefined) expect.fail('the project is recorded');
  const namespaces = [...project.namespaces, { uuid: aUuid(), name: 'longhorn-system' }];
  await store.commit(store.rancherProjects.replace(changed(project, clock.now(), { namespaces })));
}

test.each([
  [
    'the role of the caller has expired',
    async ({ user }: Person) => {
      const { store } = shop.market;
      const { grants } = await store.access.of(user.uuid);
      const expiresAt = new Date(shop.market.clock.now().getTime() + 1000).toISOString();
      await store.commit(...grants.map((grant) => store.grants.replace(grant, { ...grant, expiresAt })));
      shop.market.clock.advance(2);
    },
  ],
  [
    'the caller was deactivated',
    async ({ user }: Person) => {
      const { store, clock } = shop.market;
      await store.commit(
        store.users.replace(changed(await store.users.get(user.uuid), clock.now(), { isActive: false })),
      );
    },
  ],
])('a chart is not installed if %s between the request and the step', async (_, meanwhile) => {
  const answers = { hostname: 'shop.example.org', replicas: 2 };
  const answer = await shop.send('POST', 'rancher-apps/', await shop.order({ answers }), administrator);
  expect(answer.status).toBe(201);
  await meanwhile(administrator);
  await runAppMachine(shop);
  expect(await shop.values('store')).toBeUndefined();
  const { uuid } = made.parse(answer.body);
  expect(await shop.send('GET', `rancher-apps/${uuid}/`)).toMatchObject({ body: { state: 'ERRED' } });
});

const PROJECT_KEY = 'field.cattle.io/projectId';
type Yaml = { metadata: { labels: Record<string, string>; annotations: Record<string, string> } };
const yamlReply = z.object({ yaml: z.string() });
const withLine = (text: string, line: string) => text.replace('\n  annotations:\n', `\n  annotations:\n    ${line}\n`);
const asObject = (change: (object: Yaml) => void) => (text: string) => {
  const object = parse(text);
  change(object);
  return stringify(object);
};
const DISGUISED: [string, (text: string) => string][] = [
  [
    'capital letters in the domain',
    asObject(({ metadata }) => Object.assign(metadata.annotations, { 'Field.Cattle.IO/projectId': 'c:p' })),
  ],
  [
    'another value of the key that is there',
    asObject(({ metadata }) => Object.assign(metadata.annotations, { [PROJECT_KEY]: 'c:p' })),
  ],
  ['a second key of the same name', (text) => withLine(text, `${PROJECT_KEY}: c:p`)],
  ['a list in place of the annotations', asObject(({ metadata }) => Object.assign(metadata, { annotations: [] }))],
  ['a text in place of the annotations', asObject(({ metadata }) => Object.assign(metadata, { annotations: 'x' }))],
  ['null in place of the annotations', asObject(({ metadata }) => Object.assign(metadata, { annotations: null }))],
  [
    'a list in place of the value',
    asObject(({ metadata }) => Object.assign(metadata.annotations, { [PROJECT_KEY]: ['c:p'] })),
  ],
  [
    'a merge key',
    (text) =>
      `base: &base { metadata: { annotations: { ${PROJECT_KEY}: 'c:p' } } }\n<<: *base\n${text.replace(/metadata:[\s\S]*?\nspec:/, 'spec:')}`,
  ],
  [
    'a label of Pod Security',
    asObject(({ metadata }) => Object.assign(metadata.labels, { 'pod-security.kubernetes.io/enforce': 'privileged' })),
  ],
  [
    'a label of Pod Security with capital letters',
    asObject(({ metadata }) => Object.assign(metadata.labels, { 'Pod-Security.kubernetes.io/enforce': 'privileged' })),
  ],
  ['a second document', (text) => `${text}---\n${text.replaceAll('name: shop', 'name: default')}`],
  ['a list of objects', (text) => stringify({ apiVersion: 'v1', kind: 'List', items: [parse(text)] })],
  [
    'JSON with another name',
    (text) => JSON.stringify({ ...parse(text), metadata: { ...parse(text).metadata, name: 'default' } }),
  ],
  ['a name in capital letters', (text) => text.replace('name: shop', 'name: Shop')],
];

test('an administrator cannot change what Rancher decides by, however it is written', async () => {
  const path = `rancher-namespaces/${await uuidIn(shop, 'rancher-namespaces', 'shop')}/yaml/`;
  const { yaml } = yamlReply.parse((await shop.send('GET', path, undefined, administrator)).body);
  const present = () => Promise.all(['shop', 'default'].map((name) => shop.found(`/api/v1/namespaces/${name}`)));
  const before = await present();
  for (const [how, disguise] of DISGUISED) {
    expect((await shop.send('PUT', path, { yaml: disguise(yaml) }, administrator)).status, how).toBe(400);
  }
  expect(await present()).toEqual(before);
  expect((await shop.send('PUT', path, { yaml }, administrator)).status).toBe(200);
});

const ODD_NAMES = [
  ...['kube-system', 'KUBE-SYSTEM', ' kube-system ', 'kube-system.', 'kube\u002dsystem', '\uff4bube-system'],
  ...[
    'kube-system\u200b',
    'cattle-system',
    'cattle-evil',
    'fleet-local',
    'local',
    '../kube-system',
    'kube-system/',
    '',
  ],
  ...['default/../kube-system', 'kube-system%00', 'kube-system\0', 'shop\nkube-system'],
];

test('nobody makes a namespace, or installs a chart in one, by a reserved name in any spelling', async () => {
  const { owner } = shop.market.people;
  const project = await uuidIn(shop, 'rancher-projects', 'shop');
  const answers = { hostname: 'shop.example.org', replicas: 2 };
  for (const name of ODD_NAMES) {
    expect((await shop.send('POST', 'rancher-namespaces/', { name, project }, owner)).status, name).toBe(400);
    const body = await shop.order({ answers, namespace: undefined, namespace_name: name });
    expect((await shop.send('POST', 'rancher-apps/', body, owner)).status, name).toBe(400);
  }
});

const PLACES = [
  ...['shop/..', 'shop/%2e%2e', 'shop/%2E%2E%2Fsecrets', '..%2F..%2Fnamespaces/x', 'shop/Account', 'shop/account.'],
  ...[
    'SHOP/account',
    'shop%2Faccount/x',
    'shop/account%00',
    'shop/account%3FfieldManager=x',
    'shop/account%23',
    'shop./account',
  ],
  ...['kube-system/account', '%2e%2e/account', 'shop/account%20', 'shop/%61ccount%2Fstatus'],
];

test(
  'a secret is reached by no other path than its own',
  async () => {
    const { owner } = shop.market.people;
    expect(await newSecret('account', owner)).toMatchObject({ status: 201 });
    const before = await secretIn('account');
    const path = `rancher-projects/${await uuidIn(shop, 'rancher-projects', 'shop')}/secrets`;
    const tries = PLACES.flatMap((place) => ['PUT', 'DELETE'].map((method) => [method, place] as const));
    const statuses = await pMap(
      tries,
      async ([method, place]) => (await shop.send(method, `${path}/${place}/`, { data: { a: '2' } }, owner)).status,
      { concurrency: 8 },
    );
    expect(tries.filter((_, index) => ![404, 405].includes(statuses[index] ?? 0))).toEqual([]);
    expect(await secretIn('account')).toEqual(before);
  },
  SLOW_MS,
);

const ADDRESSES: [string, string][] = [
  ['a backslash, after which Git and curl read another host', 'https://charts.example.org\\@evil.example/'],
  ['a user name that looks like the host', 'https://charts.example.org:443@evil.example/'],
  ['a slash in disguise', 'https://charts.example.org%2f@evil.example/'],
  ['a letter of another alphabet', 'https://\u0441harts.example.org/'],
  ['another port', 'https://charts.example.org:8443/'],
  ['no encryption', 'http://charts.example.org/'],
  ['a dot at the end of the host', 'https://charts.example.org./'],
  ['a host below the host', 'https://charts.example.org.evil.example/'],
];

test(
  'the login of a catalog does not follow the catalog to another server, however its address is written',
  async () => {
    const own = { catalog_url: 'https://charts.example.org/', username: 'reader', password: 'hunter2-hunter2' };
    const created = await shop.send('POST', 'rancher-catalogs/', { name: 'ours', scope: shop.cluster.uuid, ...own });
    expect(created.status).toBe(201);
    const path = `rancher-catalogs/${made.parse(created.body).uuid}/`;
    const repository = z.object({ spec: z.object({ url: z.string(), clientSecret: z.unknown().optional() }) });
    for (const [how, catalog_url] of ADDRESSES) {
      expect((await shop.send('PATCH', path, own)).status).toBe(200);
      const { status } = await shop.send('PATCH', path, { catalog_url });
      const { spec } = repository.parse(await shop.found('/apis/catalog.cattle.io/v1/clusterrepos/ours'));
      if (status === 200) expect(spec.clientSecret, how).toBeUndefined();
      else expect([status, spec.url], how).toEqual([400, own.catalog_url]);
    }
  },
  SLOW_MS,
);
