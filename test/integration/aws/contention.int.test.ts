import {
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  TransactionCanceledException,
  TransactionConflictException,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { dynamoClient } from '#shared/adapters/dynamodb/_core/table';
import { aUuid } from '#test/builders/builders';
import { newTables } from '../_worlds/new-store.ts';

/** Documented behaviour of DynamoDB that the store relies on, tested on the suite's AWS endpoint. */
let client: DynamoDBClient;
let TableName: string;

beforeAll(async () => {
  client = dynamoClient({
    endpoint: inject('awsEndpoint'),
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    // The client does not retry, so that the test sees each refusal.
    maxAttempts: 1,
  });
  ({ tableName: TableName } = await newTables(client));
});

const key = (pk: string) => ({ pk: { S: pk }, sk: { S: 'ROW' } });
const put = (pk: string) => ({ Put: { TableName, Item: key(pk) } });
const check = (pk: string) => ({
  ConditionCheck: { TableName, Key: key(pk), ConditionExpression: 'attribute_not_exists(nothing)' },
});
const transact = (...TransactItems: (ReturnType<typeof put> | ReturnType<typeof check>)[]) =>
  client.send(new TransactWriteItemsCommand({ TransactItems }));
const manyAtOnce = (work: () => Promise<unknown>) => Promise.allSettled(Array.from({ length: 10 }, work));
const reasonsOf = (results: readonly PromiseSettledResult<unknown>[]): unknown[] =>
  results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));

describe('transactions that meet', () => {
  test('are cancelled at the item that both touch, and one is carried out', async () => {
    const [shared, own] = [aUuid(), aUuid()];
    const results = await manyAtOnce(() => transact(put(aUuid()), put(shared)));
    const refused = reasonsOf(results);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(10);
    for (const error of refused) {
      expect(error).toBeInstanceOf(TransactionCanceledException);
      const codes = (error as TransactionCanceledException).CancellationReasons?.map(({ Code }) => Code);
      expect(codes).toEqual(['None', 'TransactionConflict']);
    }
    expect(reasonsOf(await manyAtOnce(() => transact(put(aUuid()), put(aUuid())))), own).toEqual([]);
  });

  // Two requests collide only if they arrive within milliseconds. The test sends twenty pairs, each pair on its own
  // item, so that some pairs collide.
  test('are cancelled by a condition of one on what the other writes', async () => {
    const pairs = Array.from({ length: 20 }, async () => {
      const shared = aUuid();
      return reasonsOf(await Promise.allSettled([transact(put(shared)), transact(check(shared), put(aUuid()))]));
    });
    const refused = await Promise.all(pairs);
    expect(refused.flat().length).toBeGreaterThan(0);
    expect(refused.filter((reasons) => reasons.length > 1)).toEqual([]);
  });

  test('refuse a single write, and no reading', async () => {
    const meetings = Array.from({ length: 20 }, async () => {
      const shared = aUuid();
      const [, written, read] = await Promise.allSettled([
        transact(put(shared), put(aUuid())),
        client.send(new PutItemCommand({ TableName, Item: key(shared) })),
        client.send(new GetItemCommand({ TableName, Key: key(shared) })),
      ]);
      await client.send(new PutItemCommand({ TableName, Item: key(shared) }));
      return { written, read };
    });
    const all = await Promise.all(meetings);
    const refused = reasonsOf(all.map(({ written }) => written));
    expect(refused.length).toBeGreaterThan(0);
    for (const reason of refused) expect(reason).toBeInstanceOf(TransactionConflictException);
    expect(all.map(({ read }) => read.status)).toEqual(all.map(() => 'fulfilled'));
  });
});

describe('a key', () => {
  const large = { S: 'x'.repeat(100_000) };
  const grow = (pk: string, sk: string, more = {}) =>
    client.send(new PutItemCommand({ TableName, Item: { pk: { S: pk }, sk: { S: sk }, large, ...more } }));

  test('takes a thousand write units in a second, and others are not affected', async () => {
    const hot = aUuid();
    const results = await Promise.allSettled(Array.from({ length: 12 }, (_, at) => grow(hot, `${at}`)));
    expect(reasonsOf(results)).toMatchObject(reasonsOf(results).map(() => ({ name: 'ThrottlingException' })));
    expect(reasonsOf(results).length).toBeGreaterThan(0);
    await grow(aUuid(), 'other');
    const [refused] = reasonsOf([
      await transact(put(aUuid()), { Put: { TableName, Item: key(hot) } }).then(
        (value) => ({ status: 'fulfilled' as const, value }),
        (reason: unknown) => ({ status: 'rejected' as const, reason }),
      ),
    ]);
    expect((refused as TransactionCanceledException).CancellationReasons?.map(({ Code }) => Code)).toEqual([
      'None',
      'ThrottlingError',
    ]);
  });

  test('of an index refuses the writes of the table', async () => {
    const listed = { allPk: { S: aUuid() }, listSk: { S: '1' } };
    const results = await Promise.allSettled(Array.from({ length: 12 }, (_, at) => grow(aUuid(), `${at}`, listed)));
    expect(reasonsOf(results).length).toBeGreaterThan(0);
  });
});

describe('an item of more than 400 KB is refused', () => {
  const tooMuch = { S: 'x'.repeat(400 * 1024) };
  const Item = { ...key(aUuid()), tooMuch };

  test('when it is put, alone or in a transaction', async () => {
    const refused = { name: 'ValidationException', message: 'Item size has exceeded the maximum allowed size' };
    await expect(client.send(new PutItemCommand({ TableName, Item }))).rejects.toMatchObject(refused);
    const TransactItems = [{ Put: { TableName, Item } }];
    await expect(client.send(new TransactWriteItemsCommand({ TransactItems }))).rejects.toMatchObject(refused);
  });

  test('when it grows to that', async () => {
    const half = { S: 'x'.repeat(200 * 1024) };
    const Key = key(aUuid());
    const growing = (name: string) => ({
      ...{ TableName, Key, UpdateExpression: 'SET #it = :it' },
      ...{ ExpressionAttributeNames: { '#it': name }, ExpressionAttributeValues: { ':it': half } },
    });
    await client.send(new UpdateItemCommand(growing('one')));
    const message = 'Item size to update has exceeded the maximum allowed size';
    await expect(client.send(new UpdateItemCommand(growing('two')))).rejects.toMatchObject({ message });
    const again = new TransactWriteItemsCommand({ TransactItems: [{ Update: growing('two') }] });
    await expect(client.send(again)).rejects.toMatchObject({
      CancellationReasons: [{ Code: 'ValidationError', Message: message }],
    });
  });
});
