import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LambdaClient, ListEventSourceMappingsCommand, UpdateEventSourceMappingCommand } from '@aws-sdk/client-lambda';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { outboxKey, PENDING_OUTBOX } from '#shared/adapters/dynamodb/keys';
import { OUTBOX_KIND } from '#shared/contracts/table';
import { askAws } from '#test/ask-aws';
import { personAt } from './customer.ts';
import { clientOptions, logLines, STAGE, stackOutputs } from './deployed-stack.ts';

const endpoints = inject('endpoints');
const owner = personAt(endpoints, 'owner');
const table = new DynamoDBClient(clientOptions(endpoints));
const lambda = new LambdaClient(clientOptions(endpoints));
const operationUuid = randomUUID().replaceAll('-', '');
let stack: Awaited<ReturnType<typeof stackOutputs>>;

beforeAll(async () => {
  stack = await stackOutputs(endpoints);
});
afterAll(() => table.send(new DeleteCommand({ TableName: stack.TableName, Key: outboxKey(operationUuid) })));

const received = z.object({
  Messages: z.array(z.object({ Body: z.string(), ReceiptHandle: z.string() })).default([]),
});
const deadLetter = z.object({
  requestContext: z.object({ functionArn: z.string(), condition: z.string() }),
  DDBStreamBatchInfo: z.object({ batchSize: z.number() }),
});

/** Takes what is in the queue out of it. */
async function deadLetters(): Promise<z.infer<typeof deadLetter>[]> {
  const QueueUrl = stack.DeadLetterQueueUrl;
  const { Messages } = received.parse(
    await askAws(endpoints.aws, 'sqs', 'ReceiveMessage', { QueueUrl, MaxNumberOfMessages: 10 }),
  );
  for (const { ReceiptHandle } of Messages) {
    await askAws(endpoints.aws, 'sqs', 'DeleteMessage', { QueueUrl, ReceiptHandle });
  }
  return Messages.map(({ Body }) => deadLetter.parse(JSON.parse(Body)));
}

test('an outbox row that nobody can read ends alone in the dead-letter queue', async () => {
  const row = { kind: OUTBOX_KIND, lookupPk: PENDING_OUTBOX, lookupSk: '2026-03-01T12:00:00.000Z' };
  await table.send(new PutCommand({ TableName: stack.TableName, Item: { ...outboxKey(operationUuid), ...row } }));
  const letters: z.infer<typeof deadLetter>[] = [];
  await expect
    .poll(async () => letters.push(...(await deadLetters())), { interval: 200, timeout: 30_000 })
    .toBeGreaterThan(0);
  expect(letters).toEqual([
    {
      requestContext: {
        functionArn: expect.stringContaining(`:${STAGE}-dispatcher`),
        condition: 'RetryAttemptsExhausted',
      },
      DDBStreamBatchInfo: { batchSize: 1 },
    },
  ]);
});

/** Switches the reading of the table's stream off or on. */
async function readStream(Enabled: boolean): Promise<void> {
  const { EventSourceMappings = [] } = await lambda.send(
    new ListEventSourceMappingsCommand({ FunctionName: `${STAGE}-dispatcher` }),
  );
  expect(EventSourceMappings).toHaveLength(1);
  for (const { UUID } of EventSourceMappings) await lambda.send(new UpdateEventSourceMappingCommand({ UUID, Enabled }));
}

test('an order whose stream record is lost is started by the schedule, past a row that nobody can read', async () => {
  await readStream(false);
  const placed = await owner.place(owner.clusterOrder('lost-record', 1, 1));
  const created = await owner.ended(placed.uuid).finally(() => readStream(true));
  expect(created.state).toBe('done');
  const dispatched = (await logLines(endpoints, ['dispatcher', 'syncs-dispatch-lost'])).filter(
    ({ clusterUuid }) => clusterUuid === created.resource_uuid,
  );
  expect(dispatched[0]).toMatchObject({ service: 'syncs/dispatch-lost', message: 'operation dispatched' });
  expect(await owner.terminate(placed.marketplace_resource_uuid)).toMatchObject({ state: 'done' });
}, 300_000);
