import { beforeEach, expect, test } from 'vitest';
import { aCluster, aUuid } from '#test/builders';
import { newStore, type TestStore } from '../new-store.ts';
import { refuseTransactions } from './refuse-transactions.ts';

/** The cluster and the counters of all, its customer and its project. */
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
  expect(tried()).toBe(4);
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
