import { randomUUID } from 'node:crypto';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams';
import { EventBridgeClient, ListRuleNamesByTargetCommand } from '@aws-sdk/client-eventbridge';
import {
  InvokeCommand,
  LambdaClient,
  ListEventSourceMappingsCommand,
  UpdateEventSourceMappingCommand,
} from '@aws-sdk/client-lambda';
import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { outboxKey, PENDING_OUTBOX } from '#shared/adapters/dynamodb/_core/keys';
import { AUDIT_KIND, OUTBOX_KIND } from '#shared/contracts/table';
import { anOperation } from '#test/builders/builders';
import { askAws } from '#test/network/ask-aws';
import { personAt } from './_worlds/customer.ts';
import { clientOptions, logLines, STAGE, stackOutputs } from './_worlds/deployed-stack.ts';
import { ownCloud } from './_worlds/own-cloud.ts';
import { redrive } from './_worlds/redrive.ts';

const { endpoints } = ownCloud();
const owner = personAt(endpoints, 'owner');
const table = new DynamoDBClient(clientOptions(endpoints));
const lambda = new LambdaClient(clientOptions(endpoints));
const operationUuid = randomUUID().replaceAll('-', '');
let stack: Awaited<ReturnType<typeof stackOutputs>>;

beforeAll(async () => {
  stack = await stackOutputs(endpoints);
});
afterAll(() => table.send(new DeleteCommand({ TableName: stack.TableName, Key: outboxKey(operationUuid) })));

const received = z.object({ Messages: z.array(z.object({ Body: z.string() })).default([]) });

/** The messages in the queue. Reading does not hide them from other readers. */
async function deadLetters(): Promise<unknown[]> {
  const asked = { QueueUrl: stack.DeadLetterQueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: 0 };
  const { Messages } = received.parse(await askAws(endpoints.aws, 'sqs', 'ReceiveMessage', asked));
  return Messages.map(({ Body }): unknown => JSON.parse(Body));
}
const send = (MessageBody: string) =>
  askAws(endpoints.aws, 'sqs', 'SendMessage', { QueueUrl: stack.DeadLetterQueueUrl, MessageBody });
const put = (fields: object) =>
  table.send(new PutCommand({ TableName: stack.TableName, Item: { ...outboxKey(operationUuid), ...fields } }));

test('an outbox row that nobody can read ends alone in the dead-letter queue, and stays there until it is repaired', async () => {
  const row = { kind: OUTBOX_KIND, lookupPk: PENDING_OUTBOX, lookupSk: '2026-03-01T12:00:00.000Z' };
  await put(row);
  await expect.poll(async () => (await deadLetters()).length, { interval: 200, timeout: 30_000 }).toBeGreaterThan(0);
  expect(await deadLetters()).toEqual([
    expect.objectContaining({
      requestContext: expect.objectContaining({
        functionArn: expect.stringContaining(`:${STAGE}-dispatcher`),
        condition: 'RetryAttemptsExhausted',
      }),
      DDBStreamBatchInfo: expect.objectContaining({ batchSize: 1 }),
    }),
  ]);
  for (const flags of [['--dry-run'], []]) {
    const { said, code } = await redrive(endpoints, ...flags);
    expect(said).toMatch(new RegExp(`operation ${operationUuid}.*\\n.*\\n.*cannot be read.*stays in the queue`));
    expect(code).toBe(flags.length === 0 ? 1 : 0);
  }
  expect(await deadLetters()).toHaveLength(1);

  // The repaired row is an operation on a cluster that does not exist. Its state machine starts, finds the operation
  // superseded, and ends.
  await put({ ...anOperation({ uuid: operationUuid }), ...row });
  const { said, code } = await redrive(endpoints);
  expect([code, said]).toEqual([
    0,
    expect.stringMatching(/-> (started|it had started before: its row is no longer in the outbox); removed\.\n1 of 1/),
  ]);
  expect(await deadLetters()).toEqual([]);
  const { Item } = await table.send(new GetCommand({ TableName: stack.TableName, Key: outboxKey(operationUuid) }));
  expect(Item).toBeUndefined();
});

const described = z.object({ StreamDescription: z.object({ Shards: z.tuple([z.object({ ShardId: z.string() })]) }) });
const stream = z.object({ Table: z.object({ LatestStreamArn: z.string() }) });

test('audit events that the bus did not take in an hour are published again', async () => {
  const streams = new DynamoDBStreamsClient(clientOptions(endpoints));
  const { Table } = stream.parse(await table.send(new DescribeTableCommand({ TableName: stack.AuditTableName })));
  const StreamArn = Table.LatestStreamArn;
  const { StreamDescription } = described.parse(await streams.send(new DescribeStreamCommand({ StreamArn })));
  const [{ ShardId }] = StreamDescription.Shards;
  const from = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' } as const;
  const { ShardIterator } = await streams.send(new GetShardIteratorCommand(from));
  const { Records = [] } = await streams.send(new GetRecordsCommand({ ShardIterator }));
  const at = Records.find(({ dynamodb }) => dynamodb?.NewImage?.kind?.S === AUDIT_KIND)?.dynamodb?.SequenceNumber;
  const functionArn = `arn:aws:lambda:us-east-1:000000000000:function:${STAGE}-event-publisher`;
  const position = { streamArn: StreamArn, shardId: ShardId, startSequenceNumber: at, endSequenceNumber: at };
  await send(
    JSON.stringify({
      requestContext: { functionArn, condition: 'RecordAgeExceeded' },
      DDBStreamBatchInfo: { ...position, approximateArrivalOfLastRecord: new Date().toISOString() },
    }),
  );
  const { said, code } = await redrive(endpoints);
  expect([code, said]).toEqual([
    0,
    expect.stringMatching(
      /1 audit events; not published from the stream \(RecordAgeExceeded(.|\n)*-> published; removed/,
    ),
  ]);
});

test("a schedule's event is carried out again and removed; what this command does not know stays, and is named", async () => {
  const TargetArn = `arn:aws:lambda:us-east-1:000000000000:function:${STAGE}-syncs-dispatch-lost`;
  const bus = new EventBridgeClient(clientOptions(endpoints));
  const { RuleNames: [rule] = [] } = await bus.send(new ListRuleNamesByTargetCommand({ TargetArn }));
  const resources = [`arn:aws:events:us-east-1:000000000000:rule/${rule}`];
  await send(JSON.stringify({ 'detail-type': 'Scheduled Event', source: 'aws.events', resources, detail: {} }));
  await send('a letter of somebody else');
  const { said, code } = await redrive(endpoints);
  expect(said).toMatch(new RegExp(`${STAGE}-syncs-dispatch-lost has run; removed\\.`));
  expect(said).toMatch(/something else\n.*\n.*this command cannot handle messages of this kind.*stays in the queue/);
  expect([code, said]).toEqual([1, expect.stringContaining('1 of 2 put back.')]);
  await askAws(endpoints.aws, 'sqs', 'PurgeQueue', { QueueUrl: stack.DeadLetterQueueUrl });
  expect(await redrive(endpoints)).toEqual({ code: 0, said: `Nothing is in ${STAGE}-dead-letters.\n` });
});

test('the schedule that looks for orders without a machine may ask Step Functions, and finds none here', async () => {
  const FunctionName = `${STAGE}-syncs-rescue-orders`;
  const { FunctionError, Payload } = await lambda.send(new InvokeCommand({ FunctionName }));
  expect([FunctionError, Buffer.from(Payload ?? []).toString()]).toEqual([undefined, '0']);
});

/** Enables or disables the event source mapping that reads the table's stream. */
async function readStream(Enabled: boolean): Promise<void> {
  const { EventSourceMappings = [] } = await lambda.send(
    new ListEventSourceMappingsCommand({ FunctionName: `${STAGE}-dispatcher` }),
  );
  expect(EventSourceMappings).toHaveLength(1);
  for (const { UUID } of EventSourceMappings) await lambda.send(new UpdateEventSourceMappingCommand({ UUID, Enabled }));
}

test('an order is started by the schedule when its stream record is lost', async () => {
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
