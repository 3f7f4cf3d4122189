import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Person } from '../_worlds/api-under-test.ts';
import { type Shop, shopPerTest, uuidIn } from './shop-cluster.ts';

const openShop = shopPerTest();

const account = z.object({ id: z.string(), username: z.string() });
const accountsOf = async ({ opened }: Shop) =>
  (await opened.rancher.listAccounts()).filter(({ username }) => username.startsWith('paddock-acting-'));

async function newService(shop: Shop, name: string, person?: Person) {
  const namespace = await uuidIn(shop, 'rancher-namespaces', 'shop');
  const body = { name, namespace, ports: [{ port: 80 }], selector: { app: 'cart' } };
  return shop.send('POST', 'rancher-services/', body, person);
}

test('a service is created as the caller’s own account in the cluster', async () => {
  const shop = await openShop();
  const before = new Set((await accountsOf(shop)).map(({ id }) => id));
  expect((await newService(shop, 'one')).status).toBe(201);
  const made = (await accountsOf(shop)).filter(({ id }) => !before.has(id));
  expect(made.map((it) => account.parse(it))).toHaveLength(1);
  const [{ id = '' } = {}] = made;
  expect(await shop.opened.rancher.listBindingsOfUser('cluster', id)).toMatchObject([
    { placeId: shop.cluster.backendId, roleTemplateId: 'cluster-owner' },
  ]);
});
