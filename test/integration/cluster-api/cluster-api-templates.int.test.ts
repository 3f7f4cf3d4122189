import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { MAX_TEMPLATES } from '#shared/domain/planning/cluster-api/cluster-api-template';
import { aCustomer, aProject, aUuid } from '#test/builders/builders';
import { anOffering } from '#test/builders/offering-builders';
import { ORIGIN, type Person } from '#test/integration/_worlds/api-under-test';
import { type Market, openMarket } from '#test/integration/_worlds/market';

let market: Market;
beforeEach(async () => {
  market = await openMarket();
});

const LABELS = { kube_tag: 'v1.33.5', auto_scaling_enabled: 'true', max_node_count: '5' };
const SPEC = { name: 'Kubernetes 1.33', image_id: 'ubuntu-2204-kube-v1.33.5', labels: LABELS };
const ofProject = () => ({ ...SPEC, project: market.projectUuid });
const ofCustomer = () => ({ ...SPEC, customer: `${ORIGIN}/api/customers/${market.customerUuid}/` });
const create = (person: Person, body: object = ofProject()) => market.create('cluster-api-templates/', person, body);
const ask = (method: string, path: string, asked: object) => market.ask(method, `cluster-api-templates/${path}`, asked);
const named = z.array(z.object({ uuid: z.string() }));
const listed = async (person: Person, query = '') =>
  named.parse((await ask('GET', query, person)).body).map(({ uuid }) => uuid);

type Beside = Person & { customer: string };
/**
 * A person with a role at another customer or in another project. Without `customerUuid`, the function creates a
 * customer that sells nothing.
 */
async function beside(role: 'CUSTOMER.OWNER' | 'PROJECT.MEMBER', customerUuid?: string): Promise<Beside> {
  const { store } = market;
  const other = aCustomer();
  if (customerUuid === undefined) await store.commit(store.customers.insert(other));
  const customer = customerUuid ?? other.uuid;
  const project = aProject({ customerUuid: customer });
  if (role === 'PROJECT.MEMBER') await store.commit(store.projects.insert(project));
  const scope =
    role === 'CUSTOMER.OWNER'
      ? { scopeType: 'customer' as const, scopeUuid: customer }
      : { scopeType: 'project' as const, scopeUuid: project.uuid };
  return { ...(await market.person({}, { role, ...scope, customerUuid: customer })), customer };
}

describe('a template', () => {
  test('is read back with Magnum’s fields and their defaults (S3-026)', async () => {
    const { manager, member } = market.people;
    const { uuid } = await create(manager);
    const shown = {
      ...{ ...SPEC, uuid, url: `${ORIGIN}/api/cluster-api-templates/${uuid}/`, description: '', tags: [] },
      ...{ visibility: 'project', hidden: false, project_uuid: market.projectUuid, customer_uuid: market.customerUuid },
      ...{ coe: 'kubernetes', server_type: 'vm', network_driver: 'calico', master_lb_enabled: true },
      ...{ floating_ip_enabled: false, dns_nameserver: '', docker_volume_size: null, http_proxy: null },
    };
    expect((await ask('GET', `${uuid}/`, member)).body).toMatchObject(shown);
    expect((await ask('GET', '', member)).body).toEqual([expect.objectContaining(shown)]);
  });

  test('is changed field by field, and null gives a field its default (S3-026)', async () => {
    const { manager } = market.people;
    const more = { flavor_id: 'm1.large', dns_nameserver: '192.0.2.53, 192.0.2.54', master_lb_enabled: false };
    const { uuid } = await create(manager, { ...ofProject(), ...more });
    expect((await ask('GET', `${uuid}/`, manager)).body).toMatchObject({
      ...more,
      dns_nameserver: '192.0.2.53,192.0.2.54',
    });
    const body = {
      flavor_id: null,
      master_lb_enabled: null,
      network_driver: 'cilium',
      labels: { kube_tag: 'v1.33.6' },
    };
    expect(await ask('PATCH', `${uuid}/`, { ...manager, body })).toMatchObject({
      status: 200,
      body: {
        ...{ name: SPEC.name, image_id: SPEC.image_id, flavor_id: null, master_lb_enabled: true },
        ...{ network_driver: 'cilium', labels: { kube_tag: 'v1.33.6' }, dns_nameserver: '192.0.2.53,192.0.2.54' },
      },
    });
    const put = { name: 'Newer', image_id: 'ubuntu-2404-kube-v1.34.0' };
    expect((await ask('PUT', `${uuid}/`, { ...manager, body: put })).body).toMatchObject(put);
    expect((await ask('PUT', `${uuid}/`, { ...manager, body: {} })).body).toEqual({
      name: ['This field is required.'],
      image_id: ['This field is required.'],
    });
  });

  test('is refused with the nearest name if a label or a field is misspelt (M22)', async () => {
    const { manager } = market.people;
    const refused = async (fields: object) =>
      (await ask('POST', '', { ...manager, body: { ...ofProject(), ...fields } })).body;
    expect(await refused({ labels: { audit_log_maxage: '7', kube_tag: 'latest' } })).toEqual({
      labels: {
        audit_log_maxage: ['Unknown label. Did you mean "audit_log_max_age"?'],
        kube_tag: ['Enter a version such as `v1.33.5`.'],
      },
    });
    expect(await refused({ labels: { octavia_provider: 'ovn', octavia_lb_algorithm: 'ROUND_ROBIN' } })).toEqual({
      labels: { octavia_lb_algorithm: ['The provider `ovn` has only `SOURCE_IP_PORT`.'] },
    });
    expect(await refused({ flavour_id: 'm1.large' })).toEqual({
      flavour_id: ['Unknown attribute. Did you mean "flavor_id"?'],
    });
    expect(await refused({ dns_nameserver: 'dns.example.org' })).toHaveProperty('dns_nameserver');
    expect(await refused({ http_proxy: 'http://ada:secret@proxy.example.org' })).toHaveProperty('http_proxy');
    expect(await listed(manager)).toEqual([]);
  });

  test('is checked with its labels as they are after a change (M22)', async () => {
    const { manager } = market.people;
    const { uuid } = await create(manager, { ...ofProject(), labels: { cilium_ipv4pool: '10.0.0.0/16' } });
    const changed = await ask('PATCH', `${uuid}/`, { ...manager, body: { network_driver: 'cilium' } });
    expect(changed).toMatchObject({ status: 400, body: { labels: { fixed_subnet_cidr: [expect.any(String)] } } });
  });

  test('names one place: a project or a customer', async () => {
    const { owner } = market.people;
    const text = { project: ['Name either a project or a customer.'] };
    const both = { ...ofProject(), ...ofCustomer() };
    expect((await ask('POST', '', { ...owner, body: both })).body).toEqual(text);
    expect((await ask('POST', '', { ...owner, body: SPEC })).body).toEqual(text);
  });

  test('has the new name of its project and customer', async () => {
    const { owner } = market.people;
    const { uuid } = await create(owner);
    await market.ask('PATCH', `projects/${market.projectUuid}/`, { ...owner, body: { name: 'Renamed' } });
    await market.ask('PATCH', `customers/${market.customerUuid}/`, { ...owner, body: { name: 'Renamed Ltd' } });
    expect((await ask('GET', `${uuid}/`, owner)).body).toMatchObject({
      ...{ project_name: 'Renamed', customer_name: 'Renamed Ltd' },
    });
  });
});

describe('a template of a project', () => {
  test('is seen and used there, changed by managers and owners, and not there for others', async () => {
    const { manager, member, owner, outsider, staff } = market.people;
    const { uuid } = await create(manager);
    const neighbour = await beside('PROJECT.MEMBER', market.customerUuid);
    for (const person of [manager, member, owner, staff]) expect(await listed(person)).toEqual([uuid]);
    for (const person of [neighbour, outsider]) {
      expect(await listed(person)).toEqual([]);
      expect(await ask('GET', `${uuid}/`, person)).toMatchObject({ status: 404 });
      expect(await ask('POST', '', { ...person, body: ofProject() })).toMatchObject({
        status: 400,
        body: { project: ['Invalid hyperlink - Object does not exist.'] },
      });
    }
    expect(await ask('PATCH', `${uuid}/`, { ...member, body: { name: 'x' } })).toMatchObject({ status: 403 });
    expect(await ask('DELETE', `${uuid}/`, member)).toMatchObject({ status: 403 });
    expect(await ask('DELETE', `${uuid}/`, owner)).toMatchObject({ status: 204 });
    expect(await ask('GET', `${uuid}/`, owner)).toMatchObject({ status: 404 });
  });

  test('goes with its project', async () => {
    const { owner, staff } = market.people;
    const [{ uuid }, kept] = [await create(owner), await create(owner, ofCustomer())];
    expect(await market.ask('DELETE', `projects/${market.projectUuid}/`, owner)).toMatchObject({ status: 204 });
    expect(await listed(staff)).toEqual([kept.uuid]);
    expect(await market.store.clusterApiTemplates.find(uuid)).toBeUndefined();
  });
});

describe('a template of a customer', () => {
  test('is seen in all its projects, and only owners create and change it', async () => {
    const { manager, member, owner, outsider } = market.people;
    const { uuid } = await create(owner, ofCustomer());
    const neighbour = await beside('PROJECT.MEMBER', market.customerUuid);
    for (const person of [owner, manager, member, neighbour]) expect(await listed(person)).toEqual([uuid]);
    expect(await listed(outsider)).toEqual([]);
    expect(await listed(await beside('CUSTOMER.OWNER'))).toEqual([]);
    expect(await ask('POST', '', { ...manager, body: ofCustomer() })).toMatchObject({ status: 403 });
    expect(await ask('PATCH', `${uuid}/`, { ...manager, body: { name: 'x' } })).toMatchObject({ status: 403 });
    expect(await ask('PATCH', `${uuid}/`, { ...owner, body: { name: 'x' } })).toMatchObject({ status: 200 });
  });

  test('goes with its customer', async () => {
    const owner = await beside('CUSTOMER.OWNER');
    const { uuid } = await create(owner, { ...SPEC, customer: owner.customer });
    expect(await market.ask('DELETE', `customers/${owner.customer}/`, owner)).toMatchObject({ status: 204 });
    expect(await market.store.clusterApiTemplates.find(uuid)).toBeUndefined();
  });
});

describe('a public template', () => {
  const publish = (uuid: string, person: Person, to = 'publish') => ask('POST', `${uuid}/${to}/`, person);

  const sell = async (fields: Parameters<typeof anOffering>[0] = {}) => {
    const { store, customerUuid } = market;
    const pluginOptions = { deployment_mode: 'self_managed' as const, driver: 'cluster-api' as const };
    await store.commit(store.offerings.insert(anOffering({ customerUuid, state: 'Active', pluginOptions, ...fields })));
  };

  test.each([
    ['a draft', { state: 'Draft' as const }],
    ['a paused offering', { state: 'Paused' as const }],
    ['a private offering', { shared: false }],
    ['an offering of other clusters', { pluginOptions: { deployment_mode: 'self_managed' as const } }],
  ])('is not published by the owner of a customer that has only %s', async (_, fields) => {
    const { owner, outsider } = market.people;
    await sell(fields);
    const { uuid } = await create(owner);
    expect(await publish(uuid, owner)).toMatchObject({ status: 409 });
    expect(await listed(outsider)).toEqual([]);
  });

  test('is changed, hidden and deleted only by those who may publish it', async () => {
    const { manager, owner, staff } = market.people;
    await sell();
    const { uuid } = await create(manager);
    expect(await publish(uuid, owner)).toMatchObject({ status: 200 });
    const evil = { http_proxy: 'http://evil.example.org', labels: { container_infra_prefix: 'evil.example.org/kube' } };
    expect(await ask('PATCH', `${uuid}/`, { ...manager, body: evil })).toMatchObject({ status: 403 });
    expect(await ask('PUT', `${uuid}/`, { ...manager, body: { ...SPEC, ...evil } })).toMatchObject({ status: 403 });
    for (const to of ['hide', 'unhide', 'unpublish']) {
      expect(await publish(uuid, manager, to)).toMatchObject({ status: 403 });
    }
    expect(await ask('DELETE', `${uuid}/`, manager)).toMatchObject({ status: 403 });
    expect(await ask('PATCH', `${uuid}/`, { ...owner, body: { name: 'Renamed' } })).toMatchObject({ status: 200 });
    expect(await publish(uuid, owner, 'hide')).toMatchObject({ status: 200 });
    expect(await ask('GET', `${uuid}/`, manager)).toMatchObject({ status: 404 });
    expect(await ask('DELETE', `${uuid}/`, staff)).toMatchObject({ status: 204 });
  });

  test('is not changed by an owner who no longer sells, but is taken back', async () => {
    const { owner, staff } = market.people;
    const { uuid } = await create(owner);
    await publish(uuid, staff);
    expect(await ask('PATCH', `${uuid}/`, { ...owner, body: { name: 'x' } })).toMatchObject({ status: 409 });
    expect(await publish(uuid, owner, 'unpublish')).toMatchObject({ status: 200 });
    expect(await ask('PATCH', `${uuid}/`, { ...owner, body: { name: 'x' } })).toMatchObject({ status: 200 });
  });

  test('is published by owners of a customer with an offering, and by staff', async () => {
    const { manager, owner, outsider, staff, member } = market.people;
    const { uuid } = await create(manager);
    expect(await publish(uuid, manager)).toMatchObject({ status: 403 });
    expect(await publish(uuid, owner)).toMatchObject({ status: 409 });
    expect(await listed(outsider)).toEqual([]);
    await sell();
    expect(await publish(uuid, owner)).toMatchObject({ status: 200, body: { visibility: 'public' } });
    for (const person of [outsider, owner, member, staff]) expect(await listed(person)).toEqual([uuid]);
    expect(await ask('PATCH', `${uuid}/`, { ...outsider, body: { name: 'x' } })).toMatchObject({ status: 403 });
    expect(await publish(uuid, owner, 'unpublish')).toMatchObject({ status: 200, body: { visibility: 'project' } });
    expect(await listed(outsider)).toEqual([]);
    expect(await publish((await create(owner, ofCustomer())).uuid, staff)).toMatchObject({ status: 200 });
  });

  test('is listed once, among the caller’s own, newest first and by page', async () => {
    const { owner, staff } = market.people;
    const other = await beside('CUSTOMER.OWNER');
    const first = await create(other, { ...SPEC, customer: other.customer });
    market.clock.advance(1);
    const second = await create(owner);
    await publish(second.uuid, staff);
    market.clock.advance(1);
    const third = await create(other, { ...SPEC, name: 'Third', customer: other.customer });
    expect(await listed(other)).toEqual([third.uuid, second.uuid, first.uuid]);
    expect(await listed(other, '?page_size=2&page=2')).toEqual([first.uuid]);
    expect(await listed(other, '?visibility=public')).toEqual([second.uuid]);
    expect(await listed(other, '?name=third')).toEqual([third.uuid]);
    expect(await listed(other, `?customer_uuid=${market.customerUuid}`)).toEqual([second.uuid]);
    expect(await listed(owner)).toEqual([second.uuid]);
  });

  test('keeps its customer from being deleted', async () => {
    const owner = await beside('CUSTOMER.OWNER');
    const { uuid } = await create(owner, { ...SPEC, customer: owner.customer });
    await publish(uuid, market.people.staff);
    expect(await market.ask('DELETE', `customers/${owner.customer}/`, owner)).toMatchObject({
      status: 400,
      body: [expect.stringContaining('a published template')],
    });
  });
});

describe('a hidden template', () => {
  test('is there only for those who may change it, until it is shown again', async () => {
    const { manager, member, owner, outsider, staff } = market.people;
    const { uuid } = await create(manager);
    await ask('POST', `${uuid}/publish/`, staff);
    expect(await ask('POST', `${uuid}/hide/`, member)).toMatchObject({ status: 403 });
    expect(await ask('POST', `${uuid}/hide/`, owner)).toMatchObject({ status: 200, body: { hidden: true } });
    for (const person of [owner, staff]) expect(await listed(person, '?hidden=true')).toEqual([uuid]);
    for (const person of [manager, member, outsider]) {
      expect(await listed(person)).toEqual([]);
      expect(await ask('GET', `${uuid}/`, person)).toMatchObject({ status: 404 });
    }
    expect(await ask('POST', `${uuid}/unhide/`, owner)).toMatchObject({ status: 200, body: { hidden: false } });
    expect(await listed(outsider)).toEqual([uuid]);
  });
});

test('a customer has at most 100 templates, in all its projects together', async () => {
  const { manager, owner } = market.people;
  const { store, customerUuid, projectUuid } = market;
  const first = await create(manager);
  const { uuid: _uuid, ...template } = await store.clusterApiTemplates.get(first.uuid);
  const others = Array.from({ length: MAX_TEMPLATES - 1 }, () => ({ ...template, uuid: aUuid() }));
  for (const other of others) await store.commit(store.clusterApiTemplates.insert(other));
  for (const [person, place] of [
    [manager, { project: projectUuid }],
    [owner, { customer: customerUuid }],
  ] as const) {
    expect(await ask('POST', '', { ...person, body: { ...SPEC, ...place } })).toMatchObject({
      ...{ status: 409, body: { detail: 'The organization has 100 templates, and may have 100. Delete some first.' } },
    });
  }
  expect(await ask('DELETE', `${first.uuid}/`, manager)).toMatchObject({ status: 204 });
  expect(await ask('POST', '', { ...manager, body: ofProject() })).toMatchObject({ status: 201 });
});
