import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { ManagedStock } from '#test/integration/_worlds/managed-stock';
import { managedStockPerTest } from '#test/integration/_worlds/managed-stock';
import type { Cloud, Market } from '#test/integration/_worlds/market';

let cloud: Cloud;
let market: Market;
let stock: ManagedStock;
managedStockPerTest((opened) => {
  ({ cloud, market, stock } = opened);
});

const CLOUDS = 'openstack_offering_uuid_list';
const zones = () => stock.zones.map(({ uuid }) => uuid);
const zone = (index = 0) => zones()[index] ?? '';

const expectRefused: ManagedStock['expectRefused'] = (...given) => stock.expectRefused(...given);

describe('what the clouds must have', () => {
  test.each([
    ['worker_nodes_flavor_name', {}, { worker_nodes_flavor_name: 'huge' }],
    [CLOUDS, { managed_rancher_server_flavor_name: 'huge' }, {}],
    [CLOUDS, { managed_rancher_load_balancer_flavor_name: 'huge' }, {}],
  ])('the flavor that %s stands for (S0-005, S0-299, R-9-94)', async (field, options, fields) => {
    await stock.resell(options);
    const text = (uuid: string) => `Flavor is not available in OpenStack offering '${uuid}': huge`;
    await expectRefused({ [CLOUDS]: zones(), ...fields }, { [field]: zones().map(text) });
  });

  test('volume types, where storage is dynamic (S0-005, S0-300, S0-303)', async () => {
    const fields = { worker_nodes_data_volume_type_name: 'nvme' };
    await stock.place(fields);
    await stock.resell({ storage_mode: 'dynamic' });
    const text = `Volume type nvme is not available in OpenStack offering ${zone()}`;
    await expectRefused({ name: 'again', ...fields }, { worker_nodes_data_volume_type_name: [text] });
  });

  test('is asked once of a cloud that several of the offerings are zones of', async () => {
    const asked = () => cloud.simulator.countOf('GET', '/flavors/detail');
    const before = await asked();
    await stock.place({ [CLOUDS]: zones() });
    expect((await asked()) - before).toBe(1);
  });

  test('is looked at live, and nothing is written to them (S0-308)', async () => {
    const rows = z.array(z.object({ method: z.string(), path: z.string() }));
    const asked = async () => rows.parse(await (await fetch(`${cloud.simulator.url}/_sim/requests`)).json());
    const isWrite = ({ method, path }: { method: string; path: string }) =>
      method !== 'GET' && !path.endsWith('/auth/tokens');
    const before = (await asked()).filter(isWrite);
    await stock.place({ [CLOUDS]: zones() });
    expect((await asked()).filter(isWrite)).toEqual(before);
  });
});

describe('what the offering allows in all', () => {
  const over = (what: string) => ({
    non_field_errors: [`The requested total ${what} for tenants.`],
  });
  test.each([
    ['max_cpu', 53, 'cores limit 54 cores exceeds the maximum allowed 53 cores'],
    ['max_ram', 107, 'ram limit 110592 MB exceeds the maximum allowed 109568 MB'],
    ['max_disk', 1319, 'storage limit 1351680 MB exceeds the maximum allowed 1350656 MB'],
  ])(
    'is %s over all tenants: at it passes, above is refused (S0-006, S0-239, S0-240, S0-241, S0-301, S0-302, R-9-87, R-9-97, R-9-98, R-9-105, R-9-106)',
    async (option, maximum, text) => {
      const fields = { [CLOUDS]: zones() };
      await stock.resell({ [`managed_rancher_tenant_${option}`]: maximum });
      await expectRefused(fields, over(text));
      await stock.resell({ [`managed_rancher_tenant_${option}`]: maximum + 1 });
      await stock.place(fields);
    },
  );

  test('counts storage by type in clouds of dynamic storage (R-9-107)', async () => {
    const { staff } = market.people;
    const body = { plugin_options: { storage_mode: 'dynamic' } };
    await market.ask('PATCH', `marketplace-provider-offerings/${zone()}/`, { ...staff, body });
    await stock.resell({ managed_rancher_tenant_max_disk: 439 });
    await expectRefused({}, over('storage limit 450560 MB exceeds the maximum allowed 449536 MB'));
  });
});
