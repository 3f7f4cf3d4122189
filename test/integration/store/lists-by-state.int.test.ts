import { describe, expect, test } from 'vitest';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { aCluster, aUuid } from '#test/builders/builders';
import { newStore } from '../_worlds/new-store.ts';
import { enlargeEntries } from './enlarge-entries.ts';
import { recordCalls } from './record-calls.ts';

describe('clusters of one state', () => {
  const states = (seen: { items: readonly Cluster[] }) => seen.items.map(({ state }) => state);

  test('are listed newest first, by page, with their number, wherever the caller may see them', async () => {
    const [customerUuid, projectUuid, other] = [aUuid(), aUuid(), aUuid()];
    const { store } = await newStore();
    const erred = Array.from({ length: 5 }, (_, at) =>
      aCluster({
        customerUuid,
        projectUuid,
        state: 'ERRED',
        name: `erred-${at}`,
        created: `2026-01-0${at + 1}T00:00:00.000Z`,
      }),
    );
    const fine = Array.from({ length: 3 }, () => aCluster({ customerUuid, projectUuid: other, state: 'OK' }));
    await store.commit(...[...erred, ...fine, aCluster({ state: 'ERRED' })].map((item) => store.clusters.insert(item)));
    const ofProject = { customers: [], projects: [projectUuid, other] };
    const second = await store.clusters.list(
      { visibility: ofProject, where: { state: ['ERRED'] } },
      { page: 2, pageSize: 2 },
    );
    expect({ names: second.items.map(({ name }) => name), total: second.total }).toEqual({
      names: ['erred-2', 'erred-1'],
      total: 5,
    });
    const ofCustomer = { customers: [customerUuid], projects: [] };
    expect(
      (await store.clusters.list({ visibility: ofCustomer, where: { state: ['OK'] } }, { page: 1, pageSize: 2 })).total,
    ).toBe(3);
    expect(
      (await store.clusters.list({ visibility: 'all', where: { state: ['ERRED'] } }, { page: 1, pageSize: 2 })).total,
    ).toBe(6);
    const elsewhere = { visibility: ofProject, customerUuid: aUuid(), where: { state: ['ERRED'] } };
    expect(await store.clusters.list(elsewhere, { page: 1, pageSize: 2 })).toEqual({ items: [], total: 0 });
  });

  test('follow a cluster from one state to another, and out of the table', async () => {
    const { store } = await newStore();
    const item = aCluster({ state: 'CREATING' });
    await store.commit(store.clusters.insert(item));
    const done: Cluster = { ...item, state: 'OK', version: 1 };
    await store.commit(store.clusters.replace(done));
    const newest = { page: 1, pageSize: 10 };
    expect(await store.clusters.list({ visibility: 'all', where: { state: ['CREATING'] } }, newest)).toEqual({
      items: [],
      total: 0,
    });
    expect(states(await store.clusters.list({ visibility: 'all', where: { state: ['OK'] } }, newest))).toEqual(['OK']);
    await store.commit(store.clusters.remove(done));
    expect((await store.clusters.list({ visibility: 'all', where: { state: ['OK'] } }, newest)).total).toBe(0);
  });

  test('are filtered further among themselves alone', async () => {
    const { store } = await newStore();
    const items = [
      aCluster({ state: 'OK', name: 'web' }),
      aCluster({ state: 'OK' }),
      aCluster({ state: 'ERRED', name: 'web' }),
    ];
    await store.commit(...items.map((item) => store.clusters.insert(item)));
    const found = await store.clusters.list(
      { visibility: 'all', where: { state: ['OK'] } },
      { page: 1, pageSize: 10 },
      ({ name }) => name === 'web',
    );
    expect(found).toMatchObject({ items: [{ uuid: items[0]?.uuid }], total: 1 });
  });

  test('are counted by the database where they are many', async () => {
    const { store, client, tableName } = await newStore();
    const where = { state: ['OK'] };
    for (let chunk = 0; chunk < 11; chunk += 1) {
      const customerUuid = aUuid();
      const some = Array.from({ length: 20 }, () => aCluster({ customerUuid, state: 'OK' }));
      await store.commit(
        ...some.slice(0, 10).map((item) => store.clusters.insert({ ...item, projectUuid: customerUuid })),
      );
      await store.commit(
        ...some.slice(10).map((item) => store.clusters.insert({ ...item, projectUuid: customerUuid })),
      );
    }
    // makes the rows of the oldest clusters larger than the 1 MB that the database reads in one call
    const { items: oldest } = await store.clusters.list({ visibility: 'all', where }, { page: 44, pageSize: 5 });
    await enlargeEntries(
      tableName,
      oldest.map(({ uuid }) => ({ pk: `CLUSTER#${uuid}`, sk: 'CLUSTER' })),
    );
    const calls = recordCalls(client);
    expect((await store.clusters.list({ visibility: 'all', where }, { page: 1, pageSize: 10 })).total).toBe(220);
    const counted = ['QueryCommand', 'QueryCommand'];
    expect(calls.map(({ name }) => name)).toEqual(['QueryCommand', ...counted, 'BatchGetItemCommand']);
    calls.length = 0;
    await store.clusters.list({ visibility: 'all', where: { state: ['ERRED'] } }, { page: 1, pageSize: 10 });
    expect(calls.map(({ name }) => name)).toEqual(['QueryCommand']);
  });
});
