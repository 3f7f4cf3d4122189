import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { beforeAll, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { askAws } from '#test/network/ask-aws';
import { arn, createProbeStack, PROBE_ACCOUNT, probeClient, probeFunction } from './probe-stack.ts';

// The outbox relies on how a stream handles a failing batch. A plain MiniStack retries the first failing batch forever.
const endpoint = inject('awsEndpoint');
const db = new DynamoDBClient(probeClient(endpoint));

const throwing = `
exports.handler = async ({ Records }) => {
  if (Records.some((r) => r.dynamodb.Keys.pk.S.startsWith('bad'))) throw new Error('bad record');
};`;
const reporting = `
exports.handler = async ({ Records }) => ({
  batchItemFailures: Records.filter((r) => r.dynamodb.Keys.pk.S.startsWith('bad'))
    .map((r) => ({ itemIdentifier: r.dynamodb.SequenceNumber })),
});`;
const kinds = { throwing, reporting };
const nameOf = (kind: string) => `probe-stream-${kind}-${process.pid}`;

beforeAll(async () => {
  for (const [kind, source] of Object.entries(kinds))
    await createProbeStack(endpoint, nameOf(kind), stack(kind, source));
}, 60_000);

function stack(kind: string, source: string): object {
  const name = nameOf(kind);
  const table = {
    TableName: name,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
  };
  const mapping = {
    EventSourceArn: { 'Fn::GetAtt': ['Table', 'StreamArn'] },
    FunctionName: { Ref: 'Function' },
    StartingPosition: 'TRIM_HORIZON',
    BatchSize: 10,
    MaximumRetryAttempts: 1,
    BisectBatchOnFunctionError: true,
    FunctionResponseTypes: ['ReportBatchItemFailures'],
    DestinationConfig: { OnFailure: { Destination: arn('sqs', name) } },
  };
  return {
    Table: { Type: 'AWS::DynamoDB::Table', Properties: table },
    Queue: { Type: 'AWS::SQS::Queue', Properties: { QueueName: name } },
    Function: probeFunction(name, source),
    Mapping: { Type: 'AWS::Lambda::EventSourceMapping', Properties: mapping },
  };
}

const received = z.object({ Messages: z.array(z.object({ Body: z.string() })).default([]) });
const failure = z.object({
  requestContext: z.object({ condition: z.string() }),
  DDBStreamBatchInfo: z.object({ batchSize: z.number() }),
});

async function deadLetters(name: string): Promise<z.infer<typeof failure>[]> {
  const asked = { QueueUrl: `${endpoint}/${PROBE_ACCOUNT}/${name}`, MaxNumberOfMessages: 10, VisibilityTimeout: 0 };
  const { Messages } = received.parse(await askAws(endpoint, 'sqs', 'ReceiveMessage', asked));
  return Messages.map(({ Body }) => failure.parse(JSON.parse(Body)));
}

test.each(Object.keys(kinds))('a bad record for a %s function is given up after its attempts, alone', async (kind) => {
  const TableName = nameOf(kind);
  for (const pk of ['good-1', 'bad-1', 'good-2', 'bad-2', 'good-3'])
    await db.send(new PutItemCommand({ TableName, Item: { pk: { S: pk } } }));

  await expect.poll(async () => (await deadLetters(TableName)).length, { interval: 100, timeout: 12_000 }).toBe(2);

  const alone = { requestContext: { condition: 'RetryAttemptsExhausted' }, DDBStreamBatchInfo: { batchSize: 1 } };
  expect(await deadLetters(TableName)).toEqual([alone, alone]);
});
