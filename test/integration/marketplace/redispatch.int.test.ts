import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, expect, test } from 'vitest';
import { outboxKey, PENDING_OUTBOX } from '#shared/adapters/dynamodb/_core/keys';
import { redispatch } from '#shared/app/marketplace/redispatch';
import type { ClusterOperation, Operation } from '#shared/domain/_core/operation';
import { aCluster, anOperation, anOrder, aUuid } from '#test/builders/builders';
import { newStore, type TestStore } from '../_worlds/new-store.ts';

// The stream is not read here. test/e2e/dispatch.e2e.test.ts tests the stream of the deployed table.
const range = { streamArn: 'stream', shardId: 'shard', startSequenceNumber: '1', endSequenceNumber: '2' };
const arrivedUntil = '2026-03-01T12:00:00.000Z';
const log = { info() {}, warn() {}, error() {} };

let given: TestStore;
let started: string[];
beforeEach(async () => {
  given = await newStore();
  started = [];
});
const start = async ({ uuid }: Operation) => void started.push(uuid);
/** Redispatches a range. `operations` are the stream's operations in the range, or undefined if they have expired. */
const asked = (operations: string[] | undefined, { dryRun = false, begin = start } = {}) =>
  redispatch(
    { ...given, log, workflows: { start: begin }, stream: { operationsIn: async () => operations } },
    { range, arrivedUntil, dryRun },
  );
async function accepted(fields: Partial<ClusterOperation> = {}): Promise<ClusterOperation> {
  const operation = anOperation(fields);
  await given.store.commit(given.store.outbox.insert(operation));
  return operation;
}

test('a row that is still in the outbox is named by its order, and its machine started once', async () => {
  const order = anOrder({ state: 'executing', resourceName: 'web' });
  const cluster = aCluster({ orderUuid: order.uuid, operationUuid: aUuid() });
  await given.store.commit(given.store.orders.insert(order), given.store.clusters.insert(cluster));
  const operation = await accepted({ uuid: cluster.operationUuid ?? '', clusterUuid: cluster.uuid });
  const about = { operationUuid: operation.uuid, order: { uuid: order.uuid, resourceName: 'web' } };
  expect(await asked([operation.uuid], { dryRun: true })).toMatchObject([{ ...about, outcome: 'waits' }]);
  expect(started).toEqual([]);
  expect(await asked([operation.uuid])).toMatchObject([{ ...about, outcome: 'started' }]);
  expect(await asked([operation.uuid])).toEqual([{ operationUuid: operation.uuid, outcome: 'gone' }]);
  expect(started).toEqual([operation.uuid]);
});

test('a row says why and stays when its machine cannot be started', async () => {
  const { uuid } = await accepted();
  const begin = () => Promise.reject(new Error('no such machine'));
  expect(await asked([uuid], { begin })).toMatchObject([{ outcome: 'failed', why: 'no such machine' }]);
  expect(await given.store.outbox.find(uuid)).toMatchObject({ uuid });
});

test('once the stream has forgotten the record, every row that is as old is looked at, and no younger one', async () => {
  const old = await accepted({ created: '2026-03-01T11:59:59.000Z' });
  const young = await accepted({ created: '2026-03-01T12:05:00.000Z' });
  const poison = aUuid();
  const lookup = { lookupPk: PENDING_OUTBOX, lookupSk: `2026-03-01T11:00:00.000Z#${poison}` };
  await given.client.send(new PutCommand({ TableName: given.tableName, Item: { ...outboxKey(poison), ...lookup } }));
  expect(await asked(undefined)).toMatchObject([
    { operationUuid: old.uuid, outcome: 'started' },
    { operationUuid: poison, outcome: 'unreadable' },
  ]);
  expect(await given.store.outbox.find(young.uuid)).toMatchObject({ uuid: young.uuid });
});
