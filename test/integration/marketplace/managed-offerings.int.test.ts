import { describe, expect, test } from 'vitest';
import { aUuid } from '#test/builders/builders';
import { aTenantOffering } from '#test/builders/offering-builders';
import { type ManagedMarket, managedMarket } from '../_worlds/managed-market.ts';
import { type Market, rancherOptions, type Stocked, stockedMarketPerTest } from '../_worlds/market.ts';

let market: Market;
let stocked: Stocked;
let open: () => Promise<ManagedMarket>;
stockedMarketPerTest((opened) => {
  ({ market, stocked } = opened);
  open = () => managedMarket(opened.market, opened.cloud);
});

const required = ['This field is required.'];
const unavailable = (...uuids: string[]) => ({
  openstack_offering_uuid_list: [
    `These OpenStack offerings are not available: ${uuids.join(', ')}. Each offering has to exist, be active and have the type OpenStack.Tenant.`,
  ],
});

describe('an offering of managed clusters', () => {
  test('may be a draft that lacks everything, and says what it lacks when it is activated (S0-226, S0-227, S0-234)', async () => {
    const { sell, move } = await open();
    const settings = { type: 'Rancher', name: 'rancher-3', options: rancherOptions() };
    const provider = await market.create('service-settings/', market.people.staff, settings);
    const plugin_options = { deployment_mode: 'managed' };
    const draft = await sell({ name: 'Managed', type: 'Rancher', service_settings: provider.url, plugin_options });
    expect(await move(draft, 'activate')).toMatchObject({
      status: 400,
      body: {
        service_settings: [expect.stringContaining('customer_uuid')],
        plugin_options: {
          managed_rancher_server_flavor_name: required,
          managed_rancher_load_balancer_flavor_name: required,
          openstack_offering_uuid_list: required,
        },
      },
    });
  });

  test('is activated once its clouds are active, and cannot be made incomplete after that (S0-226)', async () => {
    const { az1, managed, move, change } = await open();
    const offering = await managed();
    expect(await move(offering, 'activate')).toMatchObject({
      status: 400,
      body: { plugin_options: unavailable(az1.uuid) },
    });
    expect((await move(az1, 'activate')).status).toBe(200);
    expect(await move(offering, 'activate')).toMatchObject({ status: 200, body: { state: 'Active' } });
    expect(await change(offering, { plugin_options: { managed_rancher_server_flavor_name: null } })).toMatchObject({
      status: 400,
      body: { plugin_options: { managed_rancher_server_flavor_name: required } },
    });
    expect((await change(offering, { plugin_options: { managed_rancher_tenant_max_cpu: 100 } })).status).toBe(200);
  });

  test('has none but clouds of its own customer, unless staff put them there (S0-226)', async () => {
    const { az1, managed, move, provider } = await open();
    const { settings, offerings, commit } = market.store;
    const foreign = aTenantOffering();
    const nowhere = aUuid();
    const own = { ...(await settings.get(provider.uuid)), customerUuid: market.customerUuid };
    await commit(offerings.insert(foreign), settings.replace({ ...own, version: own.version + 1 }));
    await move(az1, 'activate');
    const list = [az1.uuid, foreign.uuid, stocked.offering.uuid, nowhere];
    const { uuid } = await managed({ openstack_offering_uuid_list: list });
    const activate = (person: Market['people']['owner']) =>
      market.ask('POST', `marketplace-provider-offerings/${uuid}/activate/`, person);
    const byStaff = unavailable(stocked.offering.uuid, nowhere);
    expect((await activate(market.people.staff)).body).toEqual({ plugin_options: byStaff });
    const byOwner = unavailable(foreign.uuid, stocked.offering.uuid, nowhere);
    expect((await activate(market.people.owner)).body).toEqual({ plugin_options: byOwner });
  });
});

describe('an offering of a cloud', () => {
  test('has options of its own, is found by its type and slug, and is shown to the public once it is active', async () => {
    const { az1, move, external_network_id } = await open();
    const { staff } = market.people;
    const body = {
      type: 'OpenStack.Tenant',
      slug: 'az-1',
      plugin_options: { external_network_id, storage_mode: 'fixed' },
    };
    expect((await market.ask('GET', az1.url, staff)).body).toMatchObject(body);
    const found = (path: string) => market.ask('GET', path, staff).then((answer) => answer.body);
    const ofType = 'marketplace-provider-offerings/?type=OpenStack.Tenant';
    expect(await found(ofType)).toMatchObject([{ uuid: az1.uuid }]);
    expect(await found('marketplace-provider-offerings/?slug=az-1')).toMatchObject([{ uuid: az1.uuid }]);
    expect(await found('marketplace-public-offerings/?type=OpenStack.Tenant')).toEqual([]);
    await move(az1, 'activate');
    expect(await found('marketplace-public-offerings/?type=OpenStack.Tenant')).toMatchObject([body]);
  });

  test('keeps its slug, which no other offering of its customer gets', async () => {
    const { az1, openstack, sell, change, external_network_id } = await open();
    const another = {
      type: 'OpenStack.Tenant',
      service_settings: openstack.url,
      plugin_options: { external_network_id },
    };
    const next = await sell({ ...another, name: 'AZ 1' });
    expect((await market.ask('GET', next.url, market.people.staff)).body).toMatchObject({ slug: 'az-1-1' });
    const body = { ...another, name: 'AZ 2', slug: 'az-1', customer: market.customerUuid };
    expect(await market.ask('POST', 'marketplace-provider-offerings/', { ...market.people.staff, body })).toMatchObject(
      {
        status: 400,
        body: { slug: ['Offering with this slug already exists.'] },
      },
    );
    expect(await change(az1, { slug: 'other' })).toMatchObject({ status: 400, body: { slug: [expect.any(String)] } });
    expect((await change(az1, { slug: 'az-1', name: 'Zone 1' })).body).toMatchObject({ slug: 'az-1', name: 'Zone 1' });
  });

  test('is one of OpenStack settings, as an offering of clusters is one of a Rancher', async () => {
    const { provider, openstack, external_network_id } = await open();
    const create = (fields: object) =>
      market.ask('POST', 'marketplace-provider-offerings/', {
        ...market.people.staff,
        body: { name: 'x', customer: market.customerUuid, ...fields },
      });
    const cloud = { type: 'OpenStack.Tenant', plugin_options: { external_network_id } };
    expect(await create({ ...cloud, service_settings: provider.url })).toMatchObject({
      status: 400,
      body: { service_settings: ['Expected service settings of the type OpenStack.'] },
    });
    expect(await create({ type: 'Rancher', service_settings: openstack.url })).toMatchObject({
      status: 400,
      body: { service_settings: ['Expected service settings of the type Rancher.'] },
    });
  });

  test('is not ordered by itself', async () => {
    const { az1, move } = await open();
    await move(az1, 'activate');
    const body = { ...stocked.order(), offering: az1.uuid };
    for (const path of ['marketplace-orders/', 'marketplace-orders/plan/']) {
      expect(await market.ask('POST', path, { ...market.people.owner, body })).toMatchObject({
        status: 400,
        body: { offering: ['A cloud cannot be ordered by itself: order a managed cluster, which is created in it.'] },
      });
    }
  });
});

describe('the organisation that owns the projects of managed clusters', () => {
  test('must be one that is there', async () => {
    const { provider } = await open();
    const nobody = aUuid();
    const body = { options: { customer_uuid: nobody } };
    const { staff } = market.people;
    expect(await market.ask('PATCH', `service-settings/${provider.uuid}/`, { ...staff, body })).toMatchObject({
      status: 400,
      body: { options: { customer_uuid: [`User has not permissions for customer ${nobody}.`] } },
    });
    expect((await market.ask('GET', `service-settings/${provider.uuid}/`, staff)).body).toMatchObject({
      options: { customer_uuid: market.customerUuid, node_network_supernet: '10.64.0.0/12', reserved_networks: [] },
    });
  });
});

describe('the template of load balancers', () => {
  test('is tried when it is saved', async () => {
    const { provider } = await open();
    const { staff } = market.people;
    const change = (template: string) => {
      const body = { options: { managed_rancher_load_balancer_cloud_init_template: template } };
      return market.ask('PATCH', `service-settings/${provider.uuid}/`, { ...staff, body });
    };
    expect(await change('#cloud-config\nruncmd: [echo {subnet_3_octets}]\n')).toMatchObject({
      status: 400,
      body: {
        options: { managed_rancher_load_balancer_cloud_init_template: [expect.stringContaining('{subnet_3_oct}')] },
      },
    });
    const template = '#cloud-config\nruncmd: [echo {subnet_3_oct}]\n';
    expect((await change(template)).body).toMatchObject({
      options: { managed_rancher_load_balancer_cloud_init_template: template },
    });
  });
});

describe('slugs', () => {
  test('of customers, projects and resources are made of their names, each with a number of its own', async () => {
    const { staff, owner } = market.people;
    const customer = await market.create('customers/', staff, { name: 'ACME & Partners' });
    expect((await market.ask('GET', customer.url, staff)).body).toMatchObject({ slug: 'acme-par-1' });
    for (const slug of ['web-shop-1', 'web-shop-2']) {
      const project = await market.create('projects/', staff, { name: 'Web shop', customer: customer.url });
      expect((await market.ask('GET', project.url, staff)).body).toMatchObject({ slug });
    }
    const { order } = await stocked.place(owner, { name: 'web-shop' });
    const address = `marketplace-resources/${order.marketplace_resource_uuid}/`;
    expect((await market.ask('GET', address, owner)).body).toMatchObject({ name: 'web-shop', slug: 'web-shop-3' });
  });
});
