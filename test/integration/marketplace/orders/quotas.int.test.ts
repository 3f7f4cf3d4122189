import { expect, test } from 'vitest';
import { createOrder } from '#test/create-order';
import { newOrderIn, worldPerFile } from '#test/integration/_worlds/world';
import { withQuota } from '#test/integration/infrastructure/cloud-quota';

const world = await worldPerFile();
const order = () => createOrder(world, world.owner, newOrderIn(world));
const storedOrders = async () => (await world.store.orders.list({ visibility: 'all' }, { page: 1, pageSize: 1 })).total;

test.each([
  ['compute', { cores: 3 }, '"cores" quota is over limit. Used: 0, limit: 3, asked: 4.'],
  ['compute', { ram: 8191 }, '"ram" quota is over limit. Used: 0 MB, limit: 8191 MB, asked: 8192 MB.'],
  ['compute', { instances: 1 }, '"instances" quota is over limit. Used: 0, limit: 1, asked: 2.'],
  ['block-storage', { volumes: 1 }, '"volumes" quota is over limit. Used: 0, limit: 1, asked: 2.'],
  ['block-storage', { gigabytes: 127 }, '"gigabytes" quota is over limit. Used: 0 GB, limit: 127 GB, asked: 128 GB.'],
  [
    'block-storage',
    { gigabytes___DEFAULT__: 100 },
    '"gigabytes___DEFAULT__" quota is over limit. Used: 0 GB, limit: 100 GB, asked: 128 GB.',
  ],
] as const)(
  'an order over the tenant’s %s quota %o is refused before anything is written (S0-006, S0-308)',
  async (service, quota, text) => {
    const message = `Tenant ${world.demo.tenant.name}: ${text}`;
    await withQuota(world, service, quota, async () => {
      const refused = { name: 'Invalid', status: 400, body: { non_field_errors: [message] } };
      await expect(order()).rejects.toMatchObject(refused);
    });
    expect(await storedOrders()).toBe(0);
  },
);

test('ports count what is there already, such as DHCP’s and the router’s', async () => {
  const session = await world.openstack.open(world.demo.tenant);
  const { used = 0 } = (await session.readQuotas()).ports ?? {};
  expect(used).toBeGreaterThan(0);
  await withQuota(world, 'network', { port: used + 1 }, async () => {
    const figures = `Used: ${used}, limit: ${used + 1}, asked: 2.`;
    const message = `Tenant ${world.demo.tenant.name}: "ports" quota is over limit. ${figures}`;
    await expect(order()).rejects.toMatchObject({ body: { non_field_errors: [message] } });
  });
});

test('an order that just fits is accepted', async () => {
  await withQuota(world, 'compute', { cores: 4, ram: 8192, instances: 2 }, async () => {
    expect((await order()).order.state).toBe('executing');
  });
});
