import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { roleUuid } from '#shared/domain/organizations/role';
import { aUser } from '#test/builders/builders';
import { pythonLines } from '#test/programs/python-lines';
import type { Person } from '../_worlds/api-under-test.ts';
import { type Cloud, type Market, openMarket, type Stocked, startCloud, stock } from '../_worlds/market.ts';
import { serveApi } from './served-api.ts';

const of = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const asked = pythonLines({
  ...{ what: 'python-waldur-client and ansible-waldur-module', log: 'older-clients' },
  ...{ requirements: of('requirements.txt'), program: of('call_older_clients.py') },
});

let cloud: Cloud;
let market: Market;
let stocked: Stocked;
let served: Awaited<ReturnType<typeof serveApi>>;
beforeAll(async () => {
  cloud = await startCloud();
  market = await openMarket();
  stocked = await stock(market, cloud);
  served = await serveApi(market);
}, 60_000);
afterAll(async () => {
  served.close();
  await cloud.simulator.stop();
});
beforeEach(() => served.asked.splice(0));

/** Calls a method of python-waldur-client's `WaldurClient`. `kwargs` holds the keyword arguments. */
const call = (person: Person, name: string, args: unknown[] = [], kwargs: object = {}) =>
  asked({ api: served.url, token: person.token, function: name, args, kwargs });
const play = (person: Person, name: string, params: object) =>
  asked({ api: served.url, token: person.token, module: name, params });
const named = (name: string) => expect.arrayContaining([expect.objectContaining({ name })]);
const uuids = z.array(z.looseObject({ uuid: z.string(), name: z.string() }));
const one = z.looseObject({ uuid: z.string(), name: z.string() });
const order = z.looseObject({ uuid: z.string(), state: z.string(), marketplace_resource_uuid: z.string() });

describe('python-waldur-client 0.6.4', () => {
  test('reads who asks, places, people and what is on sale', async () => {
    const { owner, staff } = market.people;
    expect(await call(owner, 'get_current_user')).toMatchObject({ uuid: owner.user.uuid });
    expect(await call(owner, 'get_user', [owner.user.uuid])).toMatchObject({ uuid: owner.user.uuid });
    expect(await call(owner, 'get_configuration')).toMatchObject({ WALDUR_RANCHER: expect.anything() });
    const lists = ['list_users', 'get_roles', 'list_customers', 'list_projects', 'list_service_settings'];
    for (const list of [...lists, 'list_marketplace_categories', 'list_marketplace_public_offerings', 'list_tenants']) {
      expect(await call(staff, list), list).toEqual(expect.arrayContaining([expect.anything()]));
    }
    expect(await call(staff, 'list_marketplace_provider_offerings')).toEqual(named('Kubernetes'));
    expect(await call(owner, 'list_ssh_keys')).toEqual([]);
    for (const count of ['count_users', 'count_customers', 'count_projects']) {
      expect(await call(staff, count), count).toBeGreaterThan(0);
    }
    expect(await call(staff, 'count_marketplace_resources')).toEqual(expect.any(Number));
    const offering = one.parse(await call(owner, 'get_marketplace_public_offering', [stocked.offering.uuid]));
    const [plan] = uuids.parse(await call(owner, 'marketplace_public_offering_get_plans', [offering.uuid]));
    const details = await call(owner, 'marketplace_public_offering_get_plan_details', [offering.uuid, plan?.uuid]);
    expect(details).toMatchObject({ name: 'Default' });
    expect(await call(owner, 'get_customer', [market.customerUuid])).toMatchObject({ uuid: market.customerUuid });
  });

  test('finds what a tenant has by name and uuid, as its modules for machines do', async () => {
    const { member } = market.people;
    const tenant = one.parse(await call(member, '_get_tenant', ['tenant-1', market.projectUuid]));
    expect(tenant.uuid).toBe(stocked.tenant);
    const [subnet] = uuids.parse(await call(member, 'list_tenant_subnets', [tenant.uuid]));
    expect(await call(member, 'get_subnet_by_uuid', [subnet?.uuid])).toMatchObject({ name: subnet?.name });
    expect(await call(member, '_networks_to_payload', [[{ subnet: subnet?.name }]])).toMatchObject([
      [{ subnet: expect.stringContaining(`/api/openstack-subnets/${subnet?.uuid}/`) }],
      [],
    ]);
    expect(await call(member, 'list_networks', [{ tenant_uuid: tenant.uuid }])).not.toEqual([]);
    const flavor = one.parse(await call(member, '_get_flavor_from_params', [2, 4096]));
    expect(await call(member, '_get_flavor', [flavor.name, tenant.uuid])).toMatchObject({ uuid: flavor.uuid });
    expect(await call(member, '_get_flavor', [flavor.uuid, tenant.uuid])).toMatchObject({ name: flavor.name });
    expect(await call(member, '_get_image', ['ubuntu-24.04', tenant.uuid])).toMatchObject({ name: 'ubuntu-24.04' });
    const [group] = uuids.parse(await call(member, 'list_security_group', ['tenant-1']));
    expect(await call(member, 'get_security_group', ['tenant-1', group?.name])).toMatchObject({ uuid: group?.uuid });
  });

  test('orders by names, follows, and lists orders and resources', async () => {
    const { owner } = market.people;
    const { attributes } = stocked.order({ name: 'by-python' });
    const project = await call(owner, '_get_project', [market.projectUuid]);
    const args = [one.parse(project).name, 'Kubernetes', null, attributes];
    const placed = order.parse(await call(owner, 'create_marketplace_order', args));
    expect(placed.state).toBe('executing');
    expect(await call(owner, 'get_order', [placed.uuid])).toMatchObject({ uuid: placed.uuid, state: 'executing' });
    expect(await call(owner, 'list_orders', [{ project_uuid: market.projectUuid }])).toHaveLength(1);
    const resource = await call(owner, 'get_marketplace_resource', [placed.marketplace_resource_uuid]);
    expect(resource).toMatchObject({ name: 'by-python', state: 'Creating' });
    const filters = { offering_uuid: stocked.offering.uuid, project_uuid: market.projectUuid, state: 'Creating' };
    expect(await call(owner, 'list_marketplace_resources', [], filters)).toEqual(named('by-python'));
    expect(await call(owner, 'list_component_usages', [placed.marketplace_resource_uuid])).toEqual([]);
  });

  test('makes projects and gives, shows and takes roles', async () => {
    const { owner } = market.people;
    const project = one.parse(await call(owner, 'create_project', [market.customerUuid, 'by-python']));
    const user = aUser();
    await market.store.commit(market.store.users.insert(user));
    const role = roleUuid('PROJECT.MEMBER');
    const there = [project.uuid, user.uuid, role];
    await call(owner, 'create_project_permission', there);
    expect(await call(owner, 'get_project_permissions', there)).toMatchObject([{ user_uuid: user.uuid }]);
    await call(owner, 'update_project_permission', [...there, '2099-01-01T00:00:00Z']);
    await call(owner, 'remove_project_permission', there);
    expect(await call(owner, 'get_project_permissions', [project.uuid])).toEqual([]);
  });
});

describe('ansible-waldur-module 1.2.1', () => {
  test('orders a cluster by waldur_marketplace', async () => {
    const { owner } = market.people;
    const { attributes } = stocked.order({ name: 'by-ansible' });
    const plan = stocked.plan.split('/').at(-2);
    const params = { project: market.projectUuid, offering: stocked.offering.uuid, plan };
    const played = await play(owner, 'waldur_marketplace', { ...params, attributes: JSON.stringify(attributes) });
    expect(played).toMatchObject({ status: 'CHANGED', order: { state: 'executing', resource_name: 'by-ansible' } });
  });

  test('gathers subnets and security groups of a tenant', async () => {
    const { member } = market.people;
    const subnets = await play(member, 'waldur_os_subnet_gather_facts', { tenant_uuid: stocked.tenant });
    expect(subnets).toMatchObject({ subnets: [{ tenant_uuid: stocked.tenant }] });
    const groups = await play(member, 'waldur_os_security_group_gather_facts', { tenant: 'tenant-1' });
    expect(groups).toMatchObject({ security_groups: named('default') });
  });

  test('fails with our own words where an order has no nodes, and where a machine is to be ordered by itself', async () => {
    const { owner } = market.people;
    const params = { project: market.projectUuid, offering: stocked.offering.uuid };
    const plan = stocked.plan.split('/').at(-2);
    const bare = { ...params, plan, name: 'bare', description: '' };
    const failed = await play(owner, 'waldur_batch_allocation', bare);
    expect(failed).toMatchObject({
      status: 'FAILED!',
      msg: expect.stringContaining("{'nodes': ['This field is required.']}"),
    });
    const machine = { project: market.projectUuid, name: 'no-such-machine' };
    expect(await play(owner, 'waldur_marketplace_os_get_instance', machine)).toMatchObject({
      ...{ status: 'FAILED!', msg: expect.stringContaining('Result is empty') },
    });
  });
});
