import { describe, expect, test } from 'vitest';
import { settingsUuidOf } from '#shared/domain/marketplace/offering';
import { type Market, type Stocked, stockedMarketPerTest } from '../_worlds/market.ts';

let market: Market;
let stocked: Stocked;
stockedMarketPerTest((opened) => {
  ({ market, stocked } = opened);
});

const change = (plugin_options: unknown, person = market.people.staff) =>
  market.ask('PATCH', `marketplace-provider-offerings/${stocked.offering.uuid}/`, {
    ...person,
    body: { plugin_options },
  });

describe('the options of an offering', () => {
  test('say whether clusters that are ordered from then on heal themselves', async () => {
    const heals = async (name: string) => {
      const { order } = await stocked.place(market.people.owner, { name });
      return (await market.ask('GET', `rancher-clusters/${order.resource_uuid}/`, market.people.owner)).body;
    };
    expect(await heals('before')).toMatchObject({ autohealing: false });
    expect((await change({ autohealing: true })).status).toBe(200);
    expect(await heals('after')).toMatchObject({ autohealing: true });
  });

  test('are merged one by one, and read back by provider and public (S0-242, S0-309)', async () => {
    const options = {
      flavors_regex: 'm1',
      managed_rancher_server_flavor_name: 'm1.large',
      managed_rancher_server_system_volume_size_gb: 80,
      managed_rancher_worker_system_volume_size_gb: 40,
      managed_rancher_load_balancer_flavor_name: 'm1.medium',
    };
    expect(await change(options)).toMatchObject({ status: 200, body: { plugin_options: options } });
    const { managed_rancher_server_flavor_name: _gone, ...kept } = options;
    await change({ managed_rancher_server_flavor_name: null, managed_rancher_tenant_max_cpu: 100 });
    for (const list of ['marketplace-provider-offerings', 'marketplace-public-offerings']) {
      const { body } = await market.ask('GET', `${list}/${stocked.offering.uuid}/`, market.people.staff);
      expect(body).toMatchObject({ plugin_options: { ...kept, managed_rancher_tenant_max_cpu: 100 } });
      expect(body).not.toHaveProperty('plugin_options.managed_rancher_server_flavor_name');
    }
  });

  test('that are mistyped change nothing and are answered with the nearest name', async () => {
    expect(await change({ deployment_mode: 'managed', flavour_regex: 'm1' })).toMatchObject({
      status: 400,
      body: { plugin_options: { flavour_regex: ['Unknown option. Did you mean "flavors_regex"?'] } },
    });
    const { pluginOptions } = await market.store.offerings.get(stocked.offering.uuid);
    expect(pluginOptions).toEqual({ deployment_mode: 'self_managed' });
  });

  test('are not for a project’s manager to change', async () => {
    expect((await change({ deployment_mode: 'managed' }, market.people.manager)).status).toBe(404);
  });
});

test('what sells clusters is made and found by Waldur’s name of its type, too, and by several types at once', async () => {
  const sold = await market.store.offerings.get(stocked.offering.uuid);
  const [settingsUuid, customerUuid] = [settingsUuidOf(sold), sold.customerUuid];
  const offering = { name: 'By another name', customer: customerUuid, service_settings: settingsUuid };
  const { staff } = market.people;
  const body = { ...offering, type: 'Marketplace.Rancher' };
  const made = await market.ask('POST', 'marketplace-provider-offerings/', { ...staff, body });
  expect(made).toMatchObject({ status: 201, body: { type: 'Rancher' } });
  const found = async (list: string, query: string) => {
    const { headers } = await market.ask('GET', `${list}/?${query}`, staff);
    return headers['x-result-count'];
  };
  for (const list of ['marketplace-provider-offerings', 'marketplace-public-offerings']) {
    const all = await found(list, 'type=Rancher');
    expect(Number(all)).toBeGreaterThan(0);
    expect(await found(list, 'type=Marketplace.Rancher')).toBe(all);
    expect(await found(list, 'type=Support.OfferingTemplate')).toBe('0');
    expect(await found(list, 'type=Support.OfferingTemplate&type=Marketplace.Rancher')).toBe(all);
  }
});
