import { z } from 'zod';
import { LOCAL_ACCOUNT, LOCAL_REGION } from '#infra/local/emulator/aws-environment';

/** One right that AWS requires from the sender of a request. */
export type AwsCall = { action: string; resource: string };

/**
 * A signed request of the AWS SDK. `target` is the header `x-amz-target`, which only services with a JSON protocol use.
 */
export type AwsRequest = { target: string | undefined; method: string; path: string; body: string };

/** The action of a request that is not described here. No policy allows it, so the request counts as denied. */
export const UNKNOWN = 'unknown:Request';

const arn = (service: string, resource: string) =>
  resource.startsWith('arn:') ? resource : `arn:aws:${service}:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${resource}`;
const tableArn = (name: string) => (name.startsWith('arn:') ? name : arn('dynamodb', `table/${name}`));
/**
 * The ARN of a secret. Secrets Manager appends six random characters to a secret's name. A caller with only the name
 * does not know these characters, so `AbCdEf` stands for them.
 */
const secretArn = (name: string) => (name.startsWith('arn:') ? name : arn('secretsmanager', `secret:${name}-AbCdEf`));

const table = z.object({ TableName: z.string(), IndexName: z.string().optional() });
const tables = z.object({ RequestItems: z.record(z.string(), z.unknown()) });
const OF_TRANSACTIONS: Readonly<Record<string, string>> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
  Get: 'GetItem',
};
const transaction = z.object({ TransactItems: z.array(z.record(z.string(), table)) });

type Describe = (operation: string, body: unknown) => AwsCall[];

/**
 * A batch needs an action of its own. A transaction needs the actions of its parts (DynamoDB's guide, "Transactions:
 * IAM").
 */
const dynamodb: Describe = (operation, body) => {
  if (operation.startsWith('Transact')) {
    return transaction.parse(body).TransactItems.flatMap((item) =>
      Object.entries(item).map(([part, { TableName }]) => ({
        action: `dynamodb:${OF_TRANSACTIONS[part]}`,
        resource: tableArn(TableName),
      })),
    );
  }
  const action = `dynamodb:${operation}`;
  if (operation.startsWith('Batch')) {
    return Object.keys(tables.parse(body).RequestItems).map((name) => ({ action, resource: tableArn(name) }));
  }
  const { TableName, IndexName } = table.parse(body);
  return [{ action, resource: `${tableArn(TableName)}${IndexName ? `/index/${IndexName}` : ''}` }];
};

const stream = z.object({ StreamArn: z.string() });
/**
 * `GetRecords` does not name its stream. `*` stands for any stream for which the function has requested an iterator.
 */
const streams: Describe = (operation, body) => [
  {
    action: `dynamodb:${operation}`,
    resource: operation === 'GetRecords' ? '*' : stream.parse(body).StreamArn,
  },
];

const secret = z
  .object({ SecretId: z.string() })
  .or(z.object({ Name: z.string() }).transform((it) => ({ SecretId: it.Name })));
const secrets: Describe = (operation, body) => [
  { action: `secretsmanager:${operation}`, resource: secretArn(secret.parse(body).SecretId) },
];

const execution = z
  .object({ stateMachineArn: z.string() })
  .transform((it) => it.stateMachineArn)
  .or(z.object({ executionArn: z.string() }).transform((it) => it.executionArn));
/**
 * The right that a request to Step Functions needs. A `SendTask…` request has a task token, but does not name the state
 * machine that issued the token. `*` then stands for any state machine that issues tokens.
 */
const machines: Describe = (operation, body) => [
  {
    action: `states:${operation}`,
    resource: operation.startsWith('SendTask') ? '*' : execution.parse(body),
  },
];

const entries = z.object({ Entries: z.array(z.object({ EventBusName: z.string().default('default') })) });
const events: Describe = (operation, body) =>
  entries.parse(body).Entries.map(({ EventBusName }) => ({
    action: `events:${operation}`,
    resource: EventBusName.startsWith('arn:') ? EventBusName : arn('events', `event-bus/${EventBusName}`),
  }));

const queue = z.object({ QueueUrl: z.string() });
const queues: Describe = (operation, body) => [
  { action: `sqs:${operation}`, resource: arn('sqs', queue.parse(body).QueueUrl.replace(/^.*\//, '')) },
];

const BY_TARGET: Readonly<Record<string, Describe>> = {
  DynamoDB_20120810: dynamodb,
  DynamoDBStreams_20120810: streams,
  secretsmanager: secrets,
  AWSStepFunctions: machines,
  AWSEvents: events,
  AmazonSQS: queues,
};

const INVOCATION = /^\/2015-03-31\/functions\/([^/]+)\/invocations/;
const MAIL = '/v2/email/outbound-emails';
const mail = z.object({
  FromEmailAddress: z.string().transform((from) => from.replace(/^.*<|>.*$/g, '')),
  Content: z.looseObject({ Raw: z.unknown().optional() }),
});

/**
 * SES requires the right to send from the verified identity, which is either the address or its domain. So the rights
 * for both count as needed.
 */
function mailCalls(body: string): AwsCall[] {
  const { FromEmailAddress: from, Content } = mail.parse(JSON.parse(body));
  const actions = ['ses:SendEmail', ...(Content.Raw === undefined ? [] : ['ses:SendRawEmail'])];
  const identities = [from, from.slice(from.indexOf('@') + 1)].map((it) => arn('ses', `identity/${it}`));
  return actions.flatMap((action) => identities.map((resource) => ({ action, resource })));
}

/**
 * The rights for a request to S3. The path of the request names bucket and key. The SDK names the operation in the
 * query.
 */
function bucketCalls(method: string, path: string): AwsCall[] {
  const { pathname, searchParams } = new URL(path, 'http://s3.invalid');
  const [bucket = '', ...key] = pathname.split('/').filter(Boolean);
  const resource = `arn:aws:s3:::${[bucket, ...key].join('/')}`;
  const by = searchParams.get('x-id');
  if (by === 'PutObject' && method === 'PUT') return [{ action: 's3:PutObject', resource }];
  if (by === 'DeleteObject' && method === 'DELETE') return [{ action: 's3:DeleteObject', resource }];
  if (by === 'GetObject' && method === 'GET') {
    return [{ action: searchParams.has('versionId') ? 's3:GetObjectVersion' : 's3:GetObject', resource }];
  }
  if (searchParams.get('list-type') === '2') return [{ action: 's3:ListBucket', resource }];
  return searchParams.has('versions') ? [{ action: 's3:ListBucketVersions', resource }] : [];
}

/** The rights that AWS requires for a request. `UNKNOWN` if the request is not described here. */
export function callsOf({ target, method, path, body }: AwsRequest): AwsCall[] {
  const [service = '', operation = ''] = target?.split('.') ?? [];
  const describe = BY_TARGET[service];
  if (describe) return describe(operation, JSON.parse(body));
  const invoked = INVOCATION.exec(path)?.[1];
  if (invoked !== undefined) {
    const name = decodeURIComponent(invoked);
    const resource = name.startsWith('arn:') ? name : arn('lambda', `function:${name}`);
    return [{ action: 'lambda:InvokeFunction', resource }];
  }
  if (path.startsWith(MAIL)) return mailCalls(body);
  const ofBucket = target === undefined ? bucketCalls(method, path) : [];
  if (ofBucket.length > 0) return ofBucket;
  return [{ action: UNKNOWN, resource: target ?? `${method} ${path}` }];
}
