import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from 'vitest';
import { dynamoStore } from '#shared/adapters/dynamodb/dynamo-store';
import { changed } from '#shared/domain/_core/record';
import type { Cluster, NodeSummary } from '#shared/domain/clusters/cluster';
import type { Drift } from '#shared/domain/clusters/drift';
import { aCluster, aUuid } from '#test/builders/builders';
import { newStore, type TestStore } from '../_worlds/new-store.ts';
import { recordCalls } from './record-calls.ts';

const LATER = new Date('2026-03-01T12:05:00.000Z');
const NEWEST = { page: 1, pageSize: 10 };

let given: TestStore;
beforeEach(async () => {
  given = await newStore();
});

/** The store of another process, with an empty cache. */
const elsewhere = () => {
  const { tableName, auditTableName, client, clock } = given;
  return dynamoStore({ tableName, auditTableName, client, clock });
};
const ofProject = ({ projectUuid }: Cluster) => ({ visibility: 'all' as const, projectUuid });

const someNodes = (count: number): NodeSummary[] =>
  Array.from({ length: count }, (_, at) => ({
    ...{ uuid: aUuid(), name: `agent-${at}`, role: 'agent', state: 'OK' },
    ...{ runtimeState: 'active', backendId: `c-m-1:m-${at}` },
  }));
const DRIFT: Drift = {
  ...{ kind: 'CLUSTER_NOT_IN_RANCHER', name: 'web', message: 'Gone.', since: '2026-03-01T12:00:00.000Z' },
};

async function stored(fields: Partial<Cluster> = {}): Promise<Cluster> {
  const item = aCluster({ nodes: someNodes(60), drift: [DRIFT], ...fields });
  await given.store.commit(given.store.clusters.insert(item));
  return item;
}

async function rowsOf(client: DynamoDBClient, { uuid }: Cluster): Promise<unknown[]> {
  const { Items = [] } = await DynamoDBDocumentClient.from(client).send(
    new ScanCommand({ TableName: given.tableName, ConsistentRead: true }),
  );
  return Items.filter(({ pk }) => pk === `CLUSTER#${uuid}`).map(({ sk }) => sk);
}

describe('a cluster of many nodes', () => {
  test('is one record to whoever reads it, alone or in a list, and leaves nothing when it goes', async () => {
    const item = await stored();
    expect(await elsewhere().clusters.get(item.uuid)).toEqual(item);
    expect((await elsewhere().clusters.list(ofProject(item), NEWEST)).items).toEqual([item]);
    const less = changed(item, LATER, { nodes: item.nodes.slice(0, 30), drift: [], runtimeState: 'updating' });
    await elsewhere().commit(elsewhere().clusters.replace(less));
    expect(await elsewhere().clusters.get(item.uuid)).toEqual(less);
    expect((await elsewhere().clusters.list(ofProject(item), NEWEST)).items).toEqual([less]);
    await elsewhere().commit(elsewhere().clusters.remove(less));
    expect(await rowsOf(given.client, item)).toEqual([]);
  });

  test('costs a list no call more than one of few nodes', async () => {
    const item = await stored();
    const other = elsewhere();
    const calls = recordCalls(given.client);
    await other.clusters.list(ofProject(item), NEWEST);
    expect(calls.map(({ name }) => name)).toEqual(['QueryCommand', 'BatchGetItemCommand']);
  });
});

describe('two writers of a cluster', () => {
  test.each([
    ['health', 'its name', { runtimeState: 'unavailable' }, { name: 'another' }],
    ['its name', 'health', { name: 'another' }, { runtimeState: 'unavailable' }],
    ['its nodes', 'what differs', { nodes: someNodes(60) }, { drift: [] }],
  ])('meet, though the first changes %s and the second %s', async (_first, _second, one, two) => {
    const item = await stored();
    const winner = changed(item, LATER, one);
    await elsewhere().commit(elsewhere().clusters.replace(winner));
    const late = given.store.commit(given.store.clusters.replace(changed(item, LATER, two)));
    await expect(late).rejects.toMatchObject({ name: 'Conflict', message: 'Cluster was changed by another request.' });
    expect(await elsewhere().clusters.get(item.uuid)).toEqual(winner);
  });

  test('are two where a request counts on nothing having changed, and health has', async () => {
    const item = await stored();
    await elsewhere().commit(elsewhere().clusters.replace(changed(item, LATER, { runtimeState: 'unavailable' })));
    const other = aCluster();
    const late = given.store.commit(given.store.clusters.assertUnchanged(item), given.store.clusters.insert(other));
    await expect(late).rejects.toMatchObject({ name: 'Conflict' });
    expect(await elsewhere().clusters.find(other.uuid)).toBeUndefined();
  });
});

test('a look that sees a node in another state writes one row, without a transaction', async () => {
  const item = await stored();
  const calls = recordCalls(given.client);
  const nodes = item.nodes.map((node, at) => (at === 0 ? { ...node, runtimeState: 'unavailable' } : node));
  await given.store.commit(given.store.clusters.replace(changed(item, LATER, { nodes, currentStep: 'Waiting' })));
  expect(calls.map(({ name }) => name)).toEqual(['PutItemCommand']);
});
