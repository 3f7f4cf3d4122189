import { beforeAll, describe, expect, test } from 'vitest';
import { changed } from '#shared/domain/_core/record';
import { Conflict } from '#shared/errors';
import type { Store } from '#shared/ports/store';
import { aCluster, anOperation, anOrder, aResource, aUuid } from '#test/builders/builders';
import { newStore } from '../_worlds/new-store.ts';

let store: Store;
const LATER = new Date('2026-03-01T12:05:00.000Z');
const taken = () => new Conflict('The name is taken.');

beforeAll(async () => {
  ({ store } = await newStore());
});

describe('one write', () => {
  test('a record is read back as it was written, optional fields included', async () => {
    const item = aCluster({ planUuid: aUuid(), capacity: { cpu: '8' } });
    await store.commit(store.clusters.insert(item));
    expect(await store.clusters.get(item.uuid)).toEqual(item);
  });

  test('nothing is found under a uuid that nobody wrote, and get says so in Waldur’s words', async () => {
    expect(await store.orders.find(aUuid())).toBeUndefined();
    await expect(store.orders.get(aUuid())).rejects.toMatchObject({
      name: 'NotFound',
      message: 'No Order matches the given query.',
    });
  });

  test('inserting a uuid again is a conflict and leaves the first record', async () => {
    const item = anOrder({ resourceName: 'first' });
    await store.commit(store.orders.insert(item));
    await expect(store.commit(store.orders.insert({ ...item, resourceName: 'second' }))).rejects.toThrow(Conflict);
    expect(await store.orders.get(item.uuid)).toEqual(item);
  });

  test('of two writers of one version one wins, and the other gets the error that it has changed meanwhile', async () => {
    const item = aCluster();
    await store.commit(store.clusters.insert(item));
    const writers = ['one', 'two'].map((currentStep) =>
      store.commit(store.clusters.replace(changed(item, LATER, { currentStep }))),
    );
    const outcomes = await Promise.allSettled(writers);
    const lost = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(lost).toMatchObject([{ reason: { name: 'Conflict', message: 'Cluster was changed by another request.' } }]);
    expect(await store.clusters.get(item.uuid)).toMatchObject({ version: 1 });
  });

  test('a record that is gone cannot be replaced', async () => {
    await expect(store.commit(store.clusters.replace(changed(aCluster(), LATER, {})))).rejects.toThrow(Conflict);
  });

  test('only the version that was read is removed', async () => {
    const item = aCluster();
    await store.commit(store.clusters.insert(item));
    const next = changed(item, LATER, { currentStep: 'working' });
    await store.commit(store.clusters.replace(next));
    await expect(store.commit(store.clusters.remove(item))).rejects.toThrow('Cluster was changed by another request.');
    await store.commit(store.clusters.remove(next));
    expect(await store.clusters.find(item.uuid)).toBeUndefined();
  });

  test('committing nothing is fine', async () => {
    await expect(store.commit()).resolves.toBeUndefined();
  });
});

describe('a transaction', () => {
  const order = () => {
    const record = anOrder();
    const parts = [aResource(), aCluster(), anOperation()] as const;
    const [resource, cluster, operation] = parts;
    const writes = [
      store.orders.insert(record),
      store.resources.insert(resource),
      store.clusters.insert(cluster),
      store.outbox.insert(operation),
    ];
    return { record, resource, cluster, operation, writes };
  };

  test('stores an order, its resource, its cluster and its operation together (S0-002)', async () => {
    const { record, resource, cluster, operation, writes } = order();
    await store.commit(...writes);
    expect(await store.orders.get(record.uuid)).toEqual(record);
    expect(await store.resources.get(resource.uuid)).toEqual(resource);
    expect(await store.clusters.get(cluster.uuid)).toEqual(cluster);
    expect((await store.outbox.listPending(100)).operations).toContainEqual(operation);
  });

  test('that fails leaves nothing of the order behind (S0-002)', async () => {
    const { record, resource, cluster, operation, writes } = order();
    const name = `cluster-name/${aUuid()}`;
    await store.commit(store.claims.insert(name, aUuid(), taken));
    await expect(store.commit(...writes, store.claims.insert(name, cluster.uuid, taken))).rejects.toThrow(
      'The name is taken.',
    );
    expect(await store.orders.find(record.uuid)).toBeUndefined();
    expect(await store.resources.find(resource.uuid)).toBeUndefined();
    expect(await store.clusters.find(cluster.uuid)).toBeUndefined();
    expect((await store.outbox.listPending(100)).operations).not.toContainEqual(operation);
  });

  test('says which of its writes was refused', async () => {
    const { record, writes } = order();
    await store.commit(...writes);
    const stale = store.orders.replace({ ...changed(record, LATER, {}), version: 7 });
    await expect(store.commit(store.clusters.insert(aCluster()), stale)).rejects.toThrow(
      'Order was changed by another request.',
    );
  });

  test('of more than 25 rows, counters included and their events not, is a mistake of the program', async () => {
    const clusters = (count: number) =>
      Array.from({ length: count }, () => store.clusters.insert(aCluster({ customerUuid, projectUuid })));
    const [customerUuid, projectUuid] = [aUuid(), aUuid()];
    await store.commit(...clusters(22));
    await expect(store.commit(...clusters(23))).rejects.toThrow('a transaction of 26 items');
  });

  test('that writes one row twice is a mistake of the program', async () => {
    const item = aCluster();
    await expect(store.commit(store.clusters.insert(item), store.clusters.insert(item))).rejects.toThrow(
      'writes one row twice',
    );
  });
});

describe('a claim', () => {
  test('holds its key for one owner, and the refusal is the claimant’s own', async () => {
    const [key, owner] = [`name/${aUuid()}`, aUuid()];
    await store.commit(store.claims.insert(key, owner, taken));
    await expect(store.commit(store.claims.insert(key, aUuid(), taken))).rejects.toThrow('The name is taken.');
    expect(await store.claims.holderOf(key)).toBe(owner);
  });

  test('may be made again by its owner, and by anybody once it has been removed', async () => {
    const [key, owner, next] = [`name/${aUuid()}`, aUuid(), aUuid()];
    await store.commit(store.claims.insert(key, owner, taken));
    await store.commit(store.claims.insert(key, owner, taken));
    await store.commit(store.claims.remove(key));
    expect(await store.claims.holderOf(key)).toBeUndefined();
    await store.commit(store.claims.insert(key, next, taken));
    expect(await store.claims.holderOf(key)).toBe(next);
  });

  test('names its holder among many, each of which may be asked for twice', async () => {
    const [key, owner] = [`name/${aUuid()}`, aUuid()];
    await store.commit(store.claims.insert(key, owner, taken));
    expect(await store.claims.holdersOf([key, `name/${aUuid()}`, key])).toEqual(new Map([[key, owner]]));
  });

  test('of two claimants at once one gets the key', async () => {
    const key = `name/${aUuid()}`;
    const claims = [aUuid(), aUuid()].map((owner) => store.commit(store.claims.insert(key, owner, taken)));
    const outcomes = await Promise.allSettled(claims);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
