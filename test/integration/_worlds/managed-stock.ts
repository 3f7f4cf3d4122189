import { expect } from 'vitest';
import { z } from 'zod';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import { aCustomer, aProject } from '#test/builders/builders';
import type { Answered, Person } from './api-under-test.ts';
import { type Cloud, cloudOptions, type Market, marketPerTest, rancherOptions, type Times } from './market.ts';

const cloudFacts = z.object({ external_network_id: z.string() });
const orderReply = z.object({ uuid: z.string(), marketplace_resource_uuid: z.string(), resource_uuid: z.string() });
type Made = { uuid: string; url: string };

/** Options of an offering, with flavors of the simulated cloud. */
const PLUGIN_OPTIONS = {
  deployment_mode: 'managed',
  managed_rancher_server_flavor_name: 'm1.large',
  managed_rancher_load_balancer_flavor_name: 'm1.medium',
};

/** Puts managed clusters on sale: a provider with its own organisation, and three offerings of one simulated cloud. */
async function sellManaged(market: Market, { cloud, simulator }: Cloud, clouds: number) {
  const { staff } = market.people;
  const customer = aCustomer({ name: 'Cloud Provider', abbreviation: 'CP' });
  const providersProject = aProject({ customerUuid: customer.uuid, customerName: customer.name });
  const place = { scopeType: 'customer', scopeUuid: customer.uuid, customerUuid: customer.uuid } as const;
  const providerOwner = await market.person({}, { role: 'CUSTOMER.OWNER', ...place });
  await market.store.commit(market.store.customers.insert(customer), market.store.projects.insert(providersProject));
  const settingsOf = (type: string, name: string, options: object) =>
    market.create('service-settings/', staff, { type, name, options });
  const { external_network_id } = cloudFacts.parse(simulator.printed);
  const provider = await settingsOf('Rancher', 'rancher-2', { ...rancherOptions(), customer_uuid: customer.uuid });
  const openstack = await settingsOf('OpenStack', 'cloud-2', cloudOptions({ cloud }));

  async function sell(fields: object): Promise<Made> {
    const body = { customer: customer.uuid, ...fields };
    const offering = await market.create('marketplace-provider-offerings/', staff, body);
    const path = `marketplace-provider-offerings/${offering.uuid}/activate/`;
    const { status, text } = await market.ask('POST', path, staff);
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
    return offering;
  }
  const sellCloud = (name: string, settings: Made = openstack) =>
    sell({
      ...{ name, slug: name.toLowerCase().replace(' ', ''), type: 'OpenStack.Tenant' },
      ...{ service_settings: settings.url, plugin_options: { external_network_id } },
    });
  const zones: Made[] = [];
  for (let number = 1; number <= clouds; number += 1) zones.push(await sellCloud(`AZ ${number}`));
  const list = zones.map(({ uuid }) => uuid);
  const sellClusters = (plugin_options: object = {}) =>
    sell({
      ...{ name: 'Kubernetes, managed', type: 'Rancher', service_settings: provider.url },
      plugin_options: { ...PLUGIN_OPTIONS, openstack_offering_uuid_list: list, ...plugin_options },
    });
  return { customer, providerOwner, provider, zones, sellCloud, sellClusters, settingsOf };
}

export async function stockManaged(market: Market, cloud: Cloud, clouds = 3) {
  const { staff, owner } = market.people;
  const sold = await sellManaged(market, cloud, clouds);
  const { provider, zones, sellClusters } = sold;
  let offering = await sellClusters();

  const order = (fields: object = {}) => ({
    offering: offering.uuid,
    project: market.projectUuid,
    attributes: {
      name: 'prod',
      openstack_offering_uuid_list: zones.slice(0, 1).map(({ uuid }) => uuid),
      worker_nodes_count: 2,
      worker_nodes_flavor_name: 'm1.medium',
      worker_nodes_data_volume_size: 51_200,
      ...fields,
    },
  });
  const ask = (fields: object = {}, person: Person = owner): Promise<Answered> =>
    market.ask('POST', 'marketplace-orders/', { ...person, body: order(fields) });
  async function written(): Promise<number[]> {
    const { orders, resources, clusters, projects } = market.store;
    const lists = [orders, resources, clusters, projects];
    const pages = await Promise.all(lists.map((list) => list.list({ visibility: 'all' }, { page: 1, pageSize: 1 })));
    return pages.map(({ total }) => total);
  }
  return {
    written,
    /** Expects that a valid order with these changed fields is refused with this body, and that nothing is written. */
    async expectRefused(fields: object, body: unknown): Promise<void> {
      const before = await written();
      expect(await ask(fields)).toMatchObject({ status: 400, body });
      expect(await written()).toEqual(before);
    },
    ...sold,
    ...{ order, ask },
    /** Creates an offering with these options. Later orders use this offering. */
    async resell(plugin_options: object) {
      offering = await sellClusters(plugin_options);
    },
    change: (options: object) =>
      market.ask('PATCH', `service-settings/${provider.uuid}/`, { ...staff, body: { options } }),
    plan: (fields: object = {}, person: Person = owner) =>
      market.ask('POST', 'marketplace-orders/plan/', { ...person, body: order(fields) }),
    /** Places an order. Throws if it is refused. */
    async place(fields: object = {}, person: Person = owner) {
      const answer = await ask(fields, person);
      if (answer.status !== 201) throw new Error(`the order was answered with ${answer.status}: ${answer.text}`);
      const { uuid, marketplace_resource_uuid, resource_uuid } = orderReply.parse(answer.body);
      return { answer, uuid, resourceUuid: marketplace_resource_uuid, clusterUuid: resource_uuid };
    },
  };
}
export type ManagedStock = Awaited<ReturnType<typeof stockManaged>>;
export type OpenedManaged = { cloud: Cloud; market: Market; stock: ManagedStock; site: SiteSettings };

/** The same as `stockedMarketPerTest`, for managed clusters. */
export const managedStockPerTest = (use: (opened: OpenedManaged) => void, times?: Times): void =>
  marketPerTest(stockManaged, (opened, stock) => use({ ...opened, stock }), times);
