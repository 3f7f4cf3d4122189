import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Visibility } from '#shared/domain/organizations/caller';
import type { Store } from '#shared/ports/store';
import { aCluster, aCustomer, aNode, aProject, aUser, aUuid, someRancherSettings } from '#test/builders/builders';
import { anOffering } from '#test/builders/offering-builders';
import { newStore, type TestStore } from '../_worlds/new-store.ts';
import { enlargeEntries } from './enlarge-entries.ts';

const FIRST = { page: 1, pageSize: 10 };
const ALL = { visibility: 'all' } as const;
const [ours, theirs] = [aUuid(), aUuid()];
const [red, blue, foreign] = [aUuid(), aUuid(), aUuid()];
const minute = (minutes: number) => new Date(Date.UTC(2026, 2, 1, 12, minutes)).toISOString();

let store: Store;
let client: TestStore['client'];
let tableName: string;
beforeEach(async () => {
  ({ store, client, tableName } = await newStore());
});

async function clusterIn(projectUuid: Uuid, minutes: number, fields: Partial<Cluster> = {}): Promise<Cluster> {
  const customerUuid = projectUuid === foreign ? theirs : ours;
  const item = aCluster({ projectUuid, customerUuid, created: minute(minutes), name: `c${minutes}`, ...fields });
  await store.commit(store.clusters.insert(item));
  return item;
}
const names = async (scope: Parameters<Store['clusters']['list']>[0], page = FIRST) => {
  const { items, total } = await store.clusters.list(scope, page);
  return { names: items.map(({ name }) => name), total };
};
const some = (customers: Uuid[], projects: Uuid[]): { visibility: Visibility } => ({
  visibility: { customers, projects },
});

describe('what a caller sees of the clusters', () => {
  beforeEach(async () => {
    await clusterIn(red, 1);
    await clusterIn(blue, 2);
    await clusterIn(foreign, 3);
    await clusterIn(red, 4);
  });

  test.each([
    ['staff: all', ALL, ['c4', 'c3', 'c2', 'c1']],
    ['an owner: the own customer’s', some([ours], []), ['c4', 'c2', 'c1']],
    ['a member: the own project’s', some([], [red]), ['c4', 'c1']],
    ['a member of two projects: both, merged', some([], [red, blue]), ['c4', 'c2', 'c1']],
    ['an owner here and member there: both, merged', some([ours], [foreign]), ['c4', 'c3', 'c2', 'c1']],
    ['a stranger: none', some([], []), []],
    ['staff asking for a customer', { ...ALL, customerUuid: theirs }, ['c3']],
    ['staff asking for a project', { ...ALL, projectUuid: blue }, ['c2']],
    ['staff asking for a project of another customer', { ...ALL, projectUuid: blue, customerUuid: theirs }, []],
    ['an owner asking for a project of the customer', { ...some([ours], []), projectUuid: red }, ['c4', 'c1']],
    ['an owner asking for a foreign project', { ...some([ours], []), projectUuid: foreign }, []],
    ['an owner asking for a foreign customer', { ...some([ours], []), customerUuid: theirs }, []],
    ['a member asking for the own project', { ...some([], [red]), projectUuid: red }, ['c4', 'c1']],
    ['a member asking for a project next to it', { ...some([], [red]), projectUuid: blue }, []],
    ['a member asking for the project’s customer', { ...some([], [red, foreign]), customerUuid: ours }, ['c4', 'c1']],
    ['a member asking for another customer', { ...some([], [red]), customerUuid: theirs }, []],
  ])('%s (S0-028, R-9-1, R-9-2)', async (_who, scope, expected) => {
    expect(await names(scope)).toEqual({ names: expected, total: expected.length });
  });
});

describe('a page', () => {
  test('is cut from all that is visible, newest first, across partitions', async () => {
    for (let at = 1; at <= 7; at += 1) await clusterIn(at % 2 ? red : blue, at);
    const scope = some([], [red, blue]);
    expect(await names(scope, { page: 1, pageSize: 3 })).toEqual({ names: ['c7', 'c6', 'c5'], total: 7 });
    expect(await names(scope, { page: 2, pageSize: 3 })).toEqual({ names: ['c4', 'c3', 'c2'], total: 7 });
    expect(await names(scope, { page: 3, pageSize: 3 })).toEqual({ names: ['c1'], total: 7 });
    expect(await names(scope, { page: 4, pageSize: 3 })).toEqual({ names: [], total: 7 });
  });

  test('of matching records is full, and its total counts the matches', async () => {
    for (let at = 1; at <= 6; at += 1) await clusterIn(red, at, { state: at % 2 ? 'OK' : 'ERRED' });
    const isOk = ({ state }: Cluster) => state === 'OK';
    const { items, total } = await store.clusters.list(some([ours], []), { page: 1, pageSize: 2 }, isOk);
    expect({ names: items.map(({ name }) => name), total }).toEqual({ names: ['c5', 'c3'], total: 3 });
  });

  test('of matching records leaves out foreign ones too (S0-028)', async () => {
    await clusterIn(foreign, 1);
    const scope = { ...some([ours], []), projectUuid: foreign };
    expect(await store.clusters.list(scope, FIRST, () => true)).toEqual({ items: [], total: 0 });
  });

  test('shows a record as it is after its last change', async () => {
    const item = await clusterIn(red, 1);
    await store.commit(store.clusters.replace({ ...item, name: 'renamed', version: 1 }));
    expect(await names(ALL)).toEqual({ names: ['renamed'], total: 1 });
  });
});

describe('totals', () => {
  test('follow inserts and removals in every scope', async () => {
    const [first] = [await clusterIn(red, 1), await clusterIn(blue, 2), await clusterIn(foreign, 3)];
    await store.commit(store.clusters.remove(first));
    const totals = await Promise.all(
      [ALL, some([ours], []), some([], [red]), some([], [blue])].map(async (scope) => (await names(scope)).total),
    );
    expect(totals).toEqual([2, 1, 0, 1]);
  });

  test('count several inserts of one transaction', async () => {
    const three = [1, 2, 3].map(() => store.clusters.insert(aCluster({ projectUuid: red, customerUuid: ours })));
    await store.commit(...three);
    expect((await names(some([], [red]))).total).toBe(3);
  });

  test('stay as they were when the transaction fails', async () => {
    const item = await clusterIn(red, 1);
    const again = store.commit(store.clusters.insert(aCluster({ projectUuid: red })), store.clusters.insert(item));
    await expect(again).rejects.toThrow('already exists');
    expect((await names(some([], [red]))).total).toBe(1);
  });

  test('of a foreign project stay hidden while the index is behind them (S0-028)', async () => {
    const counted = { pk: { S: `COUNTER#PROJECT#${foreign}` }, sk: { S: 'COUNTER' }, CLUSTER: { N: '3' } };
    await client.send(new PutItemCommand({ TableName: tableName, Item: counted }));
    expect(await names({ ...some([ours], []), projectUuid: foreign })).toEqual({ names: [], total: 0 });
  });

  test('of one kind are not those of another', async () => {
    await clusterIn(red, 1);
    expect(await store.orders.list(ALL, FIRST)).toEqual({ items: [], total: 0 });
  });
});

describe('kinds that are in no project', () => {
  test('customers: staff see all, others those they have a role in, newest first', async () => {
    const items = [1, 2, 3].map((at) => aCustomer({ created: minute(at) }));
    const [a, b, c] = items.map(({ uuid }) => uuid);
    if (!a || !b || !c) throw new Error('three customers expected');
    await store.commit(...items.map((item) => store.customers.insert(item)));
    const uuids = async (scope: Parameters<Store['customers']['list']>[0]) => {
      const { items: found, total } = await store.customers.list(scope, FIRST);
      return { uuids: found.map(({ uuid }) => uuid), total };
    };
    expect(await uuids(ALL)).toEqual({ uuids: [c, b, a], total: 3 });
    expect(await uuids(some([a, c], []))).toEqual({ uuids: [c, a], total: 2 });
    expect(await uuids({ ...some([a], []), customerUuid: b })).toEqual({ uuids: [], total: 0 });
    expect(await uuids({ ...ALL, customerUuid: b })).toEqual({ uuids: [b], total: 1 });
  });

  test('projects: an owner sees those of the customer, a member the own one', async () => {
    const [mine, next] = [aProject({ customerUuid: ours }), aProject({ customerUuid: ours })];
    await store.commit(store.projects.insert(mine), store.projects.insert(next));
    expect((await store.projects.list(some([ours], []), FIRST)).total).toBe(2);
    expect(await store.projects.list(some([], [mine.uuid]), FIRST)).toEqual({ items: [mine], total: 1 });
  });

  test('offerings: a provider’s owner sees the provider’s, a project brings none', async () => {
    const item = anOffering({ customerUuid: ours });
    await store.commit(store.offerings.insert(item), store.offerings.insert(anOffering()));
    expect(await store.offerings.list(some([ours], [red]), FIRST)).toEqual({ items: [item], total: 1 });
    expect(await store.offerings.list({ ...ALL, projectUuid: red }, FIRST)).toEqual({ items: [], total: 0 });
  });

  test('settings without a customer are for those who see everything', async () => {
    await store.commit(store.settings.insert(someRancherSettings()));
    expect((await store.settings.list(ALL, FIRST)).total).toBe(1);
    expect((await store.settings.list(some([ours], [red]), FIRST)).total).toBe(0);
  });

  test('users are for those who see everything', async () => {
    await store.commit(store.users.insert(aUser()));
    expect((await store.users.list(ALL, FIRST)).total).toBe(1);
    expect((await store.users.list(some([ours], []), FIRST)).total).toBe(0);
  });
});

test('nodes are listed by scope, too, and found by uuid alone', async () => {
  const item = aNode({ projectUuid: red, customerUuid: ours });
  await store.commit(store.nodes.insert(item), store.nodes.insert(aNode()));
  expect(await store.nodes.list(some([], [red]), FIRST)).toEqual({ items: [item], total: 1 });
  expect(await store.nodes.findByUuid(item.uuid)).toEqual(item);
});

test('a page of nodes is full where the database answers with less than was asked for', async () => {
  const nodes = [1, 2, 3, 4, 5, 6].map((at) => aNode({ projectUuid: red, customerUuid: ours, created: minute(at) }));
  await store.commit(...nodes.map((node) => store.nodes.insert(node)));
  await enlargeEntries(
    tableName,
    nodes.map(({ clusterUuid, uuid }) => ({ pk: `CLUSTER#${clusterUuid}`, sk: `NODE#${uuid}` })),
  );
  const { items, total } = await store.nodes.list(ALL, { page: 2, pageSize: 3 });
  expect([items.map(({ uuid }) => uuid), total]).toEqual([[2, 1, 0].map((at) => nodes[at]?.uuid), 6]);
  const everything = { page: 1, pageSize: Number.MAX_SAFE_INTEGER };
  expect((await store.nodes.list(some([ours], []), everything)).items).toHaveLength(6);
});
