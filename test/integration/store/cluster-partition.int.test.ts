import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from 'vitest';
import { outboxKey, PENDING_OUTBOX } from '#shared/adapters/dynamodb/_core/keys';
import { OUTBOX_KIND } from '#shared/contracts/table';
import { changed } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { ParkedWait } from '#shared/domain/clusters/waits/parked-wait';
import type { Store } from '#shared/ports/store';
import { aCluster, aClusterEvent, aNode, aNodeSpec, anOperation, aUuid, CREATED } from '#test/builders/builders';
import type { TestClock } from '#test/test-clock';
import { newStore, type TestStore } from '../_worlds/new-store.ts';
import { aWait } from '../nodes/parked-wait.ts';
import { recordCalls } from './record-calls.ts';

let given: TestStore;
let store: Store;
let clock: TestClock;
beforeEach(async () => {
  given = await newStore();
  ({ store, clock } = given);
});
const at = (seconds: number) => new Date(Date.parse(CREATED) + seconds * 1000).toISOString();

describe('nodes of a cluster', () => {
  test('sixty are listed by one strongly consistent query, by name, without their neighbours', async () => {
    const [clusterUuid, projectUuid, customerUuid] = [aUuid(), aUuid(), aUuid()];
    const nodes = Array.from({ length: 60 }, (_, index) =>
      aNode({ clusterUuid, projectUuid, customerUuid, spec: aNodeSpec({ name: `c-agent-${60 - index}` }) }),
    );
    for (let start = 0; start < 60; start += 10) {
      await store.commit(...nodes.slice(start, start + 10).map((item) => store.nodes.insert(item)));
    }
    await store.commit(store.nodes.insert(aNode()), store.clusters.insert(aCluster({ uuid: clusterUuid })));
    await store.events.append(aClusterEvent({ clusterUuid }));
    const calls = recordCalls(given.client);
    const names = (await store.nodes.listByCluster(clusterUuid)).map(({ spec }) => spec.name);
    expect(names).toEqual(Array.from({ length: 60 }, (_, index) => `c-agent-${index + 1}`));
    expect(calls).toMatchObject([{ name: 'QueryCommand', input: { ConsistentRead: true } }]);
  });

  test('one is read, replaced and removed by version, as other records are', async () => {
    const item = aNode();
    await store.commit(store.nodes.insert(item));
    const next = changed(item, new Date(at(5)), { instanceId: 'srv-1' });
    await store.commit(store.nodes.replace(next));
    await expect(store.commit(store.nodes.replace(next))).rejects.toThrow('Node was changed by another request.');
    expect(await store.nodes.get(item.clusterUuid, item.uuid)).toEqual(next);
    await store.commit(store.nodes.remove(next));
    await expect(store.nodes.get(item.clusterUuid, item.uuid)).rejects.toThrow('No Node matches the given query.');
  });
});

describe('a cluster’s timeline', () => {
  test('has one line per key, however often a step writes it', async () => {
    const event = aClusterEvent();
    await store.events.append(event);
    await store.events.append({ ...event, at: at(30), message: 'again' });
    expect(await store.events.listByCluster(event.clusterUuid)).toEqual([event]);
  });

  test('is read oldest first', async () => {
    const clusterUuid = aUuid();
    for (const seconds of [20, 0, 10]) {
      await store.events.append(aClusterEvent({ clusterUuid, at: at(seconds) }));
    }
    const times = (await store.events.listByCluster(clusterUuid)).map((event) => event.at);
    expect(times).toEqual([at(0), at(10), at(20)]);
  });

  test('is removed whole, with more lines than one batch takes, and nothing else with it', async () => {
    const clusterUuid = aUuid();
    const node = aNode({ clusterUuid });
    await store.commit(store.nodes.insert(node));
    const other = aClusterEvent();
    await store.events.append(other);
    await Promise.all(Array.from({ length: 60 }, () => store.events.append(aClusterEvent({ clusterUuid }))));
    await store.events.removeByCluster(clusterUuid);
    expect(await store.events.listByCluster(clusterUuid)).toEqual([]);
    expect(await store.nodes.listByCluster(clusterUuid)).toEqual([node]);
    expect(await store.events.listByCluster(other.clusterUuid)).toEqual([other]);
  });
});

const ofCluster = ({ clusterUuid, settingsUuid }: ParkedWait) => ({ clusterUuid, settingsUuid });

describe('a parked wait', () => {
  test('is taken by one of two who try at once', async () => {
    const wait = aWait();
    await store.waits.park(wait);
    const taken = await Promise.all([store.waits.take(wait), store.waits.take(wait)]);
    expect(taken.sort()).toEqual([false, true]);
    expect(await store.waits.listByCluster(wait)).toEqual([]);
  });

  test('replaces the operation’s earlier one; the earlier token can no longer be taken', async () => {
    const first = aWait();
    const second = { ...aWait(), ...ofCluster(first), operationUuid: first.operationUuid };
    await store.waits.park(first);
    await store.waits.park(second);
    expect(await store.waits.take(first)).toBe(false);
    expect(await store.waits.listByCluster(first)).toEqual([second]);
  });

  test('of another operation on the same cluster stands beside it', async () => {
    const first = aWait();
    const second = aWait({ ...ofCluster(first), nodeUuid: aUuid() });
    await store.waits.park(first);
    await store.waits.park(second);
    expect(await store.waits.listByCluster(first)).toEqual(expect.arrayContaining([first, second]));
    expect([await store.waits.take(second), await store.waits.take(first)]).toEqual([true, true]);
  });

  test('is gone after an hour, whether or not the database has removed it', async () => {
    const wait = aWait();
    await store.waits.park(wait);
    clock.advance(3599);
    expect(await store.waits.listByCluster(wait)).toEqual([wait]);
    clock.advance(1);
    expect(await store.waits.listByCluster(wait)).toEqual([]);
    expect(await store.waits.take(wait)).toBe(false);
  });
});

describe('a phone-home token', () => {
  const aPhoneHome = () => ({
    nodeUuid: aUuid(),
    clusterUuid: aUuid(),
    settingsUuid: aUuid(),
    tokenHash: aUuid(),
    created: CREATED,
  });

  test('is used up once', async () => {
    const item = aPhoneHome();
    await store.phoneHomes.put(item);
    expect(await store.phoneHomes.find(item.nodeUuid)).toEqual(item);
    const taken = await Promise.all([store.phoneHomes.take(item), store.phoneHomes.take(item)]);
    expect(taken.sort()).toEqual([false, true]);
  });

  test('of another machine or an earlier attempt opens nothing', async () => {
    const item = aPhoneHome();
    await store.phoneHomes.put(item);
    expect(await store.phoneHomes.take({ ...item, tokenHash: aUuid() })).toBe(false);
    expect(await store.phoneHomes.find(item.nodeUuid)).toEqual(item);
  });

  test('is worth nothing after a day', async () => {
    const item = aPhoneHome();
    await store.phoneHomes.put(item);
    clock.advance(24 * 3600);
    expect(await store.phoneHomes.find(item.nodeUuid)).toBeUndefined();
    expect(await store.phoneHomes.take(item)).toBe(false);
  });

  test('is removed unread, twice without complaint', async () => {
    const item = aPhoneHome();
    await store.phoneHomes.put(item);
    await store.phoneHomes.remove(item.nodeUuid);
    await store.phoneHomes.remove(item.nodeUuid);
    expect(await store.phoneHomes.find(item.nodeUuid)).toBeUndefined();
  });
});

describe('the outbox', () => {
  test('gives what has not been dispatched, oldest first, no more than asked for', async () => {
    const operations = [30, 10, 20].map((seconds) => anOperation({ created: at(seconds) }));
    await store.commit(...operations.map((item) => store.outbox.insert(item)));
    const [c, a, b] = operations;
    expect((await store.outbox.listPending(10)).operations).toEqual([a, b, c]);
    expect((await store.outbox.listPending(2)).operations).toEqual([a, b]);
  });

  test('gives the others when one of its rows cannot be read, and the key of that one', async () => {
    const item = anOperation({ created: at(10) });
    await store.commit(store.outbox.insert(item));
    const uuid = aUuid();
    const poison = { ...outboxKey(uuid), kind: OUTBOX_KIND, lookupPk: PENDING_OUTBOX, lookupSk: at(0) };
    await given.client.send(new PutCommand({ TableName: given.tableName, Item: poison }));
    const unreadable = [{ uuid, since: at(0), isSetAside: false }];
    expect(await store.outbox.listPending(10)).toEqual({ operations: [item], unreadable });
  });

  test('forgets what has been dispatched, twice without complaint', async () => {
    const item = anOperation();
    await store.commit(store.outbox.insert(item));
    await store.outbox.remove(item);
    await store.outbox.remove(item);
    expect((await store.outbox.listPending(10)).operations).toEqual([]);
  });
});

describe('clusters at work', () => {
  const listed = async (before = new Date(at(60))) =>
    (await store.clusters.listAtWork(before)).map(({ clusterUuid }) => clusterUuid);

  test('are listed from the acceptance of their operation to its end, the oldest first', async () => {
    const working = (seconds: number) =>
      aCluster({ state: 'CREATING', operationUuid: aUuid(), operationSince: at(seconds) });
    const [late, early, resting] = [working(20), working(10), aCluster({ state: 'OK', operationUuid: aUuid() })];
    await store.commit(...[late, early, resting].map((item) => store.clusters.insert(item)));
    expect(await listed()).toEqual([early.uuid, late.uuid]);
    expect(await listed(new Date(at(15)))).toEqual([early.uuid]);
    await store.commit(store.clusters.replace({ ...early, version: 1, state: 'ERRED' }));
    expect(await listed()).toEqual([late.uuid]);
  });

  test('are listed with the machine that is at it: that of upgrades, or that of orders', async () => {
    const working = (state: Cluster['state']) => aCluster({ state, operationUuid: aUuid(), operationSince: at(10) });
    const [made, upgraded] = [working('CREATING'), working('UPDATING')];
    await store.commit(store.clusters.insert(made), store.clusters.insert(upgraded));
    const found = await store.clusters.listAtWork(new Date(at(60)));
    const machineOf = ({ uuid }: Cluster) => found.find(({ clusterUuid }) => clusterUuid === uuid)?.machine;
    expect([machineOf(made), machineOf(upgraded)]).toEqual(['process-order', 'upgrade-cluster']);
  });

  test('on one of their nodes only are listed with each of those operations, as old as the oldest', async () => {
    const on = (seconds: number) => ({
      uuid: aUuid(),
      nodeUuid: aUuid(),
      machine: 'add-node' as const,
      since: at(seconds),
    });
    const [first, second, third] = [on(10), on(30), on(90)];
    const item = aCluster({ state: 'OK', operationUuid: aUuid(), nodeOperations: [third, first, second] });
    await store.commit(store.clusters.insert(item));
    const due = [first, second].map(({ uuid, machine }) => ({ clusterUuid: item.uuid, operationUuid: uuid, machine }));
    expect(await store.clusters.listAtWork(new Date(at(60)))).toEqual(due);
    await store.commit(store.clusters.replace({ ...item, version: 1, nodeOperations: [] }));
    expect(await listed()).toEqual([]);
  });

  test('before their approval are nobody’s work', async () => {
    await store.commit(store.clusters.insert(aCluster({ state: 'CREATION_SCHEDULED' })));
    expect(await listed()).toEqual([]);
  });

  test('have their access for Argo CD renewed when they rest again', async () => {
    const argocdToken = { id: 'token-1', renewAt: at(10) };
    const item = aCluster({ state: 'UPDATING', operationUuid: aUuid(), operationSince: at(0), argocdToken });
    await store.commit(store.clusters.insert(item));
    expect(await store.clusters.listArgocdRenewals(new Date(at(20)), 10)).toEqual([]);
    const resting = { ...item, version: 1, state: 'OK' as const };
    await store.commit(store.clusters.replace(resting));
    expect(await store.clusters.listArgocdRenewals(new Date(at(20)), 10)).toEqual([resting]);
  });
});
