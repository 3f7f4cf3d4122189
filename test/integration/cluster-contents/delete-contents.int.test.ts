import { expect, test } from 'vitest';
import { z } from 'zod';
import { shopPerTest, uuidIn } from './shop-cluster.ts';

const openShop = shopPerTest();

const SERVICE = '/api/v1/namespaces/shop/services/cart';
const events = z.array(z.looseObject({ event_type: z.string(), message: z.string() }));

test('a service that is deleted is gone in Kubernetes and in the next list, and has an event (S0-068)', async () => {
  const shop = await openShop();
  const uuid = await uuidIn(shop, 'rancher-services', 'cart');
  expect(await shop.send('DELETE', `rancher-services/${uuid}/`)).toMatchObject({ status: 204, text: '' });
  expect((await shop.inside.get(SERVICE)).status).toBe(404);
  expect(await shop.listed('rancher-services', 'cart')).toBeUndefined();
  expect((await shop.send('GET', `rancher-services/${uuid}/`)).status).toBe(404);
  const { body } = await shop.send('GET', `events/?scope=${shop.cluster.uuid}`);
  const deletions = events.parse(body).filter(({ event_type }) => event_type === 'cluster_content_deleted');
  expect(deletions.map(({ message }) => message)).toEqual(['Service cart has been deleted in its cluster.']);
});

test('a service that is gone already is deleted all the same (S0-068)', async () => {
  const shop = await openShop();
  const uuid = await uuidIn(shop, 'rancher-services', 'cart');
  await shop.inside.delete(SERVICE);
  expect((await shop.send('DELETE', `rancher-services/${uuid}/`)).status).toBe(204);
  expect(await shop.listed('rancher-services', 'cart')).toBeUndefined();
});

test('members may not delete what is in a cluster, and others do not see it (S0-068)', async () => {
  const shop = await openShop();
  const path = `rancher-services/${await uuidIn(shop, 'rancher-services', 'cart')}/`;
  const { people } = shop.market;
  expect((await shop.send('DELETE', path, undefined, people.member)).status).toBe(403);
  expect((await shop.send('DELETE', path, undefined, people.outsider)).status).toBe(404);
  expect((await shop.inside.get(SERVICE)).status).toBe(200);
});

test('nothing is deleted in read-only mode, or in a cluster that is not OK (S0-068)', async () => {
  const shop = await openShop();
  const { cluster, market, site } = shop;
  const path = `rancher-services/${await uuidIn(shop, 'rancher-services', 'cart')}/`;
  site.readOnlyMode = true;
  expect((await shop.send('DELETE', path)).status).toBe(405);
  site.readOnlyMode = false;
  const current = await market.store.clusters.get(cluster.uuid);
  await market.store.commit(
    market.store.clusters.replace({ ...current, state: 'ERRED', version: current.version + 1 }),
  );
  expect(await shop.send('DELETE', path)).toMatchObject({
    ...{ status: 409, body: { detail: 'Valid states for operation: OK.' } },
  });
  expect((await shop.inside.get(SERVICE)).status).toBe(200);
});

test('a cluster that Rancher cannot reach answers 503, and its services stay listed (S0-068)', async () => {
  const shop = await openShop();
  const path = `rancher-services/${await uuidIn(shop, 'rancher-services', 'cart')}/`;
  await shop.simulator.plan({ method: 'DELETE', path: 'namespaces/shop/services/', kind: 'status', status: 503 });
  expect((await shop.send('DELETE', path)).status).toBe(503);
  expect(await shop.listed('rancher-services', 'cart')).toBeDefined();
});
