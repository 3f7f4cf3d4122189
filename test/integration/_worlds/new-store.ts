import { randomUUID } from 'node:crypto';
import { CreateTableCommand, type DynamoDBClient, type Projection } from '@aws-sdk/client-dynamodb';
import { dynamoClient } from '#shared/adapters/dynamodb/_core/table';
import { dynamoStore } from '#shared/adapters/dynamodb/dynamo-store';
import {
  AUDIT_INDEX_NAMES,
  columnsOf,
  INDEX_NAMES,
  type IndexName,
  TABLE_INDEXES,
  TABLE_KEYS,
} from '#shared/contracts/table';
import type { Store } from '#shared/ports/store';
import { currentActor } from '#shared/runtime/acting-user';
import { notingStarts } from '#test/api-coverage/record-calls';
import { type TestClock, testClock } from '#test/test-clock';
import { tablesUrl } from './table-server.ts';

type Keys = { readonly partitionKey: string; readonly sortKey: string };
const keySchema = ({ partitionKey, sortKey }: Keys) => [
  { AttributeName: partitionKey, KeyType: 'HASH' as const },
  { AttributeName: sortKey, KeyType: 'RANGE' as const },
];

function projectionOf(index: IndexName): Projection {
  const columns = columnsOf(index);
  return columns ? { ProjectionType: 'INCLUDE', NonKeyAttributes: [...columns] } : { ProjectionType: 'ALL' };
}

/**
 * One emulator process serves all suites. The emulator answers hundreds of simultaneous calls one after the other, so
 * the timeouts are long.
 */
const PATIENT = { connectionTimeout: 20_000, requestTimeout: 60_000, throwOnRequestTimeout: true };

export const testEndpoint = () => ({
  endpoint: tablesUrl(),
  region: 'us-east-1',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
});

export const testDynamoClient = (): DynamoDBClient => dynamoClient({ ...testEndpoint(), requestHandler: PATIENT });

/** Creates an empty table under a new name, with the keys and indexes of the CDK construct. */
async function newTable(client: DynamoDBClient, indexNames: readonly IndexName[]): Promise<string> {
  const tableName = `test-${randomUUID()}`;
  const indexes = indexNames.map((name) => TABLE_INDEXES[name]);
  const attributes = new Set([TABLE_KEYS, ...indexes].flatMap(({ partitionKey, sortKey }) => [partitionKey, sortKey]));
  await client.send(
    new CreateTableCommand({
      TableName: tableName,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: keySchema(TABLE_KEYS),
      AttributeDefinitions: [...attributes].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      GlobalSecondaryIndexes: indexNames.map((IndexName) => ({
        IndexName,
        KeySchema: keySchema(TABLE_INDEXES[IndexName]),
        Projection: projectionOf(IndexName),
      })),
    }),
  );
  return tableName;
}

export type TableNames = { tableName: string; auditTableName: string };

export async function newTables(client: DynamoDBClient): Promise<TableNames> {
  const [tableName, auditTableName] = await Promise.all([
    newTable(client, INDEX_NAMES),
    newTable(client, AUDIT_INDEX_NAMES),
  ]);
  return { tableName, auditTableName };
}

export type TestStore = TableNames & { store: Store; client: DynamoDBClient; clock: TestClock };

/** The real store on empty tables, with a clock that the test moves. */
export async function newStore(): Promise<TestStore> {
  const client = testDynamoClient();
  const clock = testClock();
  const tables = await newTables(client);
  const store = notingStarts(dynamoStore({ ...tables, client, clock, actor: currentActor }));
  return { store, client, clock, ...tables };
}
