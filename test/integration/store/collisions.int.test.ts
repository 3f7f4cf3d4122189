import { beforeEach, expect, test } from 'vitest';
import { dynamoStore } from '#shared/adapters/dynamodb/dynamo-store';
import { aCluster, aUuid } from '#test/builders/builders';
import { newStore, type TestStore } from '../_worlds/new-store.ts';
import { placeBurst } from './order-burst.ts';
import { refuseTransactions } from './refuse-transactions.ts';

/** The row of the cluster and three counters: for all clusters, for the customer and for the project. */
const ROWS_OF_AN_INSERT = 4;

let given: TestStore;
beforeEach(async () => {
  given = await newStore();
});

test('a transaction that collides on the totals is tried again', async () => {
  const { store, client } = given;
  const tried = refuseTransactions(client, 2, ROWS_OF_AN_INSERT);
  const item = aCluster();
  await store.commit(store.clusters.insert(item));
  expect(tried()).toBe(3);
  expect((await store.clusters.list({ visibility: 'all' }, { page: 1, pageSize: 1 })).total).toBe(1);
});

test('one that keeps colliding ends as an error that the caller may retry, with nothing written', async () => {
  const { store, client } = given;
  const tried = refuseTransactions(client, 100, ROWS_OF_AN_INSERT);
  const item = aCluster();
  await expect(store.commit(store.clusters.insert(item))).rejects.toMatchObject({ name: 'BackendThrottled' });
  expect(tried()).toBe(11);
  expect(await store.clusters.find(item.uuid)).toBeUndefined();
});

test('twenty inserts at once into one project are all counted', async () => {
  const { store } = given;
  const [customerUuid, projectUuid] = [aUuid(), aUuid()];
  await Promise.all(
    Array.from({ length: 20 }, () => store.commit(store.clusters.insert(aCluster({ customerUuid, projectUuid })))),
  );
  const scope = { visibility: { customers: [], projects: [projectUuid] } };
  const { items, total } = await store.clusters.list(scope, { page: 1, pageSize: 50 });
  expect({ found: items.length, total }).toEqual({ found: 20, total: 20 });
});

/** This test has the same rate as `npm run bench -- --only bursts`: 200 orders per second. */
test('orders of many customers at the same moment are all accepted, and all counted', async () => {
  const { store } = given;
  expect(await placeBurst(store, { orders: 80, customers: 20, withinMs: 400 })).toEqual([]);
  const newest = { page: 1, pageSize: 1 };
  expect((await store.orders.list({ visibility: 'all' }, newest)).total).toBe(80);
  expect((await store.clusters.list({ visibility: 'all' }, newest)).total).toBe(80);
});

test('totals of everything are right whichever of their rows were written', async () => {
  const chances = [0, 0.5, 0.999, 0.25];
  const random = () => chances[0] ?? 0;
  const store = dynamoStore({ ...given, random });
  const items = [aCluster(), aCluster(), aCluster()];
  for (const item of items) {
    await store.commit(store.clusters.insert(item));
    chances.shift();
  }
  for (const item of items.slice(1)) await store.commit(store.clusters.remove(item));
  expect((await store.clusters.list({ visibility: 'all' }, { page: 1, pageSize: 1 })).total).toBe(1);
});

test('a transaction that was throttled is tried again', async () => {
  const { store, client } = given;
  const tried = refuseTransactions(client, 2, ROWS_OF_AN_INSERT, 'ThrottlingError');
  await store.commit(store.clusters.insert(aCluster()));
  expect(tried()).toBe(3);
});
