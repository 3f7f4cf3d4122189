import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LambdaClient, paginateListFunctions } from '@aws-sdk/client-lambda';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { z } from 'zod';
import type { Endpoints } from '#infra/local/endpoints';
import { logMessages } from '#test/function-log';
import { askAws } from '#test/network/ask-aws';
import { clientOptions, stackOutputs } from '../_worlds/deployed-stack.ts';
import type { Place } from './find-secrets.ts';

const logGroups = z.object({
  logGroups: z.array(z.object({ logGroupName: z.string() })),
  nextToken: z.string().optional(),
});

/** All log groups: of functions, state machines, the bus's events and the gateway. */
export async function logs({ aws }: Endpoints): Promise<Place[]> {
  const names: string[] = [];
  let nextToken: string | undefined;
  do {
    const page = logGroups.parse(await askAws(aws, 'logs', 'DescribeLogGroups', { ...(nextToken && { nextToken }) }));
    names.push(...page.logGroups.map(({ logGroupName }) => logGroupName));
    nextToken = page.nextToken;
  } while (nextToken !== undefined);
  const read = async (name: string) => ({ name: `log ${name}`, text: (await logMessages(aws, name)).join('\n') });
  return Promise.all(names.map(read));
}

export async function functions(endpoints: Endpoints): Promise<Place[]> {
  const client = new LambdaClient(clientOptions(endpoints));
  const places: Place[] = [];
  for await (const { Functions = [] } of paginateListFunctions({ client }, {})) {
    for (const it of Functions) places.push({ name: `function ${it.FunctionName}`, text: JSON.stringify(it) });
  }
  return places;
}

const tables = async (endpoints: Endpoints) => {
  const { TableName, AuditTableName } = await stackOutputs(endpoints);
  return [TableName, AuditTableName];
};

/**
 * All rows of both tables. The name of a place contains the row's kind. Rows with task tokens have the name `row WAIT`.
 */
export async function rows(endpoints: Endpoints): Promise<Place[]> {
  const places: Place[] = [];
  const client = DynamoDBDocumentClient.from(new DynamoDBClient(clientOptions(endpoints)));
  for (const TableName of await tables(endpoints)) {
    for await (const { Items = [] } of paginateScan({ client }, { TableName })) {
      for (const row of Items) places.push({ name: `row ${rowName(row)}`, text: JSON.stringify(row) });
    }
  }
  return places;
}

/** The kind of a row: the part of its sort key before the ids. */
const rowName = ({ sk }: Record<string, unknown>): string => String(sk).split('#')[0] ?? '';

const shards = z.object({ StreamDescription: z.object({ Shards: z.array(z.object({ ShardId: z.string() })) }) });
const iterator = z.object({ ShardIterator: z.string() });
const image = z.object({ SK: z.object({ S: z.string() }).optional(), sk: z.object({ S: z.string() }).optional() });
const streamPage = z.object({
  Records: z.array(z.object({ dynamodb: z.looseObject({ Keys: image }) })),
  NextShardIterator: z.string().optional(),
});

/**
 * All changes of all rows since the stage was deployed, including rows that were deleted later, such as outbox rows.
 */
export async function stream(endpoints: Endpoints): Promise<Place[]> {
  const streams = (await tables(endpoints)).map((table) => streamOf(endpoints, table));
  return (await Promise.all(streams)).flat();
}

async function streamOf(endpoints: Endpoints, TableName: string): Promise<Place[]> {
  const described = await new DynamoDBClient(clientOptions(endpoints)).send(new DescribeTableCommand({ TableName }));
  const StreamArn = described.Table?.LatestStreamArn;
  const ask = (operation: string, body: object) => askAws(endpoints.aws, 'dynamodb', operation, body);
  const places: Place[] = [];
  for (const { ShardId } of shards.parse(await ask('DescribeStream', { StreamArn })).StreamDescription.Shards) {
    const start = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' };
    let next: string | undefined = iterator.parse(await ask('GetShardIterator', start)).ShardIterator;
    while (next !== undefined) {
      const { Records, NextShardIterator }: z.infer<typeof streamPage> = streamPage.parse(
        await ask('GetRecords', { ShardIterator: next }),
      );
      for (const { dynamodb } of Records) {
        const name = `stream ${rowName({ sk: dynamodb.Keys.sk?.S ?? '' })}`;
        places.push({ name, text: JSON.stringify(dynamodb) });
      }
      next = Records.length === 0 ? undefined : NextShardIterator;
    }
  }
  return places;
}

const received = z.object({ Messages: z.array(z.object({ Body: z.string() })).default([]) });

export async function deadLetters(endpoints: Endpoints): Promise<Place[]> {
  const { DeadLetterQueueUrl: QueueUrl } = await stackOutputs(endpoints);
  const asked = { QueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: 0 };
  const { Messages } = received.parse(await askAws(endpoints.aws, 'sqs', 'ReceiveMessage', asked));
  return Messages.map(({ Body }) => ({ name: 'dead letter', text: Body }));
}
