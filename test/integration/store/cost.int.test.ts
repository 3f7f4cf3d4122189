import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { beforeEach, expect, test } from 'vitest';
import { ZodError } from 'zod';
import { dynamoClient } from '#shared/adapters/dynamodb/_core/table';
import { dynamoStore } from '#shared/adapters/dynamodb/dynamo-store';
import { aCluster, aUuid } from '#test/builders/builders';
import { newStore, type TestStore } from '../_worlds/new-store.ts';
import { recordCalls } from './record-calls.ts';

let given: TestStore;
beforeEach(async () => {
  given = await newStore();
});

test('a list page costs one query of page × size rows and one read of totals, whatever the number of records', async () => {
  const { store, client } = given;
  const [customerUuid, projectUuid] = [aUuid(), aUuid()];
  for (let chunk = 0; chunk < 5; chunk += 1) {
    const clusters = Array.from({ length: 20 }, () => aCluster({ customerUuid, projectUuid }));
    await store.commit(...clusters.map((item) => store.clusters.insert(item)));
  }
  const calls = recordCalls(client);
  const visibility = { customers: [customerUuid], projects: [] };
  const { items, total } = await store.clusters.list({ visibility }, { page: 2, pageSize: 10 });
  expect({ found: items.length, total }).toEqual({ found: 10, total: 100 });
  expect(calls).toHaveLength(2);
  expect(calls).toContainEqual({ name: 'QueryCommand', input: expect.objectContaining({ Limit: 20 }) });
  expect(calls).toContainEqual({ name: 'BatchGetItemCommand', input: expect.anything() });
});

test('one write alone is not a transaction', async () => {
  const { store, client } = given;
  const calls = recordCalls(client);
  const item = aCluster();
  await store.commit(store.clusters.insert(item));
  await store.commit(store.clusters.replace({ ...item, version: 1 }));
  expect(calls.map(({ name }) => name)).toEqual(['TransactWriteItemsCommand', 'PutItemCommand']);
});

test('a row that is not what its schema says is loud', async () => {
  const { store, client, tableName } = given;
  const uuid = aUuid();
  const Item = { pk: { S: `CLUSTER#${uuid}` }, sk: { S: 'CLUSTER' }, uuid: { S: uuid } };
  await client.send(new PutItemCommand({ TableName: tableName, Item }));
  await expect(store.clusters.find(uuid)).rejects.toThrow(ZodError);
});

test('a database that cannot be reached is a named error that may be retried', async () => {
  const client = dynamoClient({
    endpoint: 'http://127.0.0.1:1',
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts: 1,
  });
  const store = dynamoStore({ ...given, client });
  await expect(store.clusters.find(aUuid())).rejects.toMatchObject({ name: 'BackendUnavailable' });
});

test('totals of customers with more projects than one batch read takes are still added up', async () => {
  const { store } = given;
  const projects = Array.from({ length: 120 }, aUuid);
  const [first, last] = [projects.at(0), projects.at(-1)];
  if (!first || !last) throw new Error('projects expected');
  await store.commit(
    store.clusters.insert(aCluster({ projectUuid: first })),
    store.clusters.insert(aCluster({ projectUuid: last })),
  );
  const { total } = await store.clusters.list({ visibility: { customers: [], projects } }, { page: 1, pageSize: 10 });
  expect(total).toBe(2);
});
