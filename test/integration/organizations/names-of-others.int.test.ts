import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { aCustomer, aProject } from '#test/builders/builders';
import type { Answered, Person } from '../_worlds/api-under-test.ts';
import { managedStockPerTest, type OpenedManaged } from '../_worlds/managed-stock.ts';
import { cloudOptions, type Market, type StockedMarket, stockedMarketPerTest } from '../_worlds/market.ts';

const facts = z.object({ external_network_id: z.string() });

/** A second customer of the same installation, who cannot see objects of the first customer. */
async function anotherCustomer(market: Market) {
  const customer = aCustomer();
  const project = aProject({ customerUuid: customer.uuid, customerName: customer.name });
  await market.store.commit(market.store.customers.insert(customer), market.store.projects.insert(project));
  const place = { scopeType: 'customer', scopeUuid: customer.uuid, customerUuid: customer.uuid } as const;
  return { customer, project, owner: await market.person({}, { role: 'CUSTOMER.OWNER', ...place }) };
}
/** An answer without the correlation id, which differs in every answer. */
const said = ({ status, body, headers: { 'x-correlation-id': _, ...headers } }: Answered) => ({
  status,
  body,
  headers,
});

describe('the name of a cluster of one’s own machines, which its Rancher has once', () => {
  let opened: StockedMarket;
  stockedMarketPerTest((now) => {
    opened = now;
  });

  test('is refused to another customer in the words in which it is refused to its own, wherever it is asked for', async () => {
    const { market, stocked, cloud } = opened;
    const { people } = market;
    const other = await anotherCustomer(market);
    const settings = await market.create('service-settings/', people.staff, {
      ...{ type: 'OpenStack', name: 'cloud-2', options: cloudOptions(cloud) },
    });
    const { project } = cloud.cloud;
    const tenant = await market.create('openstack-tenants/', people.staff, {
      ...{ name: 'theirs', project: other.project.uuid, service_settings: settings.uuid, backend_id: project.id },
      application_credential_id: project.credential.id,
      application_credential_secret: project.credential.secret,
    });
    const own = stocked.order();
    expect((await stocked.place()).answer.status).toBe(201);
    const theirs = { ...own, project: other.project.uuid, attributes: { ...own.attributes, tenant: tenant.url } };
    const flat = ({ attributes, ...rest }: typeof own) => ({ ...rest, ...attributes });
    const ask = (path: string, person: Person, body: object) => market.ask('POST', path, { ...person, body });
    for (const [path, form] of [
      ['marketplace-orders/', (order: typeof own) => order],
      ['rancher-clusters/', flat],
    ] as const) {
      const answer = await ask(path, other.owner, form(theirs));
      expect(answer).toMatchObject({ status: 400, body: { non_field_errors: ['Name is not unique.'] } });
      expect(said(answer)).toEqual(said(await ask(path, people.owner, form(own))));
    }
  });
});

describe('names that no backend has once', () => {
  let opened: OpenedManaged;
  managedStockPerTest((now) => {
    opened = now;
  });

  test('of a managed cluster are everybody’s', async () => {
    const { market, stock } = opened;
    const other = await anotherCustomer(market);
    await stock.place();
    const body = { ...stock.order(), project: other.project.uuid };
    const answer = await market.ask('POST', 'marketplace-orders/', { ...other.owner, body });
    expect(answer).toMatchObject({ status: 201, body: { attributes: { name: 'prod' } } });
  });

  test('of an offering in other names are each customer’s own', async () => {
    const { market } = opened;
    const { people } = market;
    const other = await anotherCustomer(market);
    const { external_network_id } = facts.parse(opened.cloud.simulator.printed);
    const offer = async (customer: string, fields: object = {}) => {
      const settings = await market.create('service-settings/', people.staff, {
        ...{ type: 'OpenStack', name: 'cloud-3', customer, options: cloudOptions(opened.cloud) },
      });
      const body = { type: 'OpenStack.Tenant', name: 'Zone', customer, service_settings: settings.uuid };
      return market.ask('POST', 'marketplace-provider-offerings/', {
        ...people.staff,
        body: { ...body, plugin_options: { external_network_id }, ...fields },
      });
    };
    for (const fields of [{ slug: 'zone-a' }, {}]) {
      const [first, second] = [await offer(market.customerUuid, fields), await offer(other.customer.uuid, fields)];
      const slug = fields.slug ?? 'zone';
      expect([first, second]).toMatchObject([
        { status: 201, body: { slug } },
        { status: 201, body: { slug } },
      ]);
    }
    expect(await offer(market.customerUuid, { slug: 'zone-a' })).toMatchObject({
      status: 400,
      body: { slug: ['Offering with this slug already exists.'] },
    });
  });

  test('… and two of them do not stand in one offering of clusters, where tenants would get the same name', async () => {
    const { market, stock } = opened;
    const other = await anotherCustomer(market);
    const { external_network_id } = facts.parse(opened.cloud.simulator.printed);
    const settings = await stock.settingsOf('OpenStack', 'cloud-4', cloudOptions(opened.cloud));
    const twin = await market.create('marketplace-provider-offerings/', market.people.staff, {
      ...{ type: 'OpenStack.Tenant', name: 'AZ 1', slug: 'az1', customer: other.customer.uuid },
      ...{ service_settings: settings.url, plugin_options: { external_network_id } },
    });
    await market.ask('POST', `marketplace-provider-offerings/${twin.uuid}/activate/`, market.people.staff);
    const list = [stock.zones[0]?.uuid, twin.uuid];
    const text = `These OpenStack offerings have the same slug: ${list.join(', ')}`;
    await expect(stock.sellClusters({ openstack_offering_uuid_list: list })).rejects.toThrow(text);
  });
});
