import { expect, test } from 'vitest';
import { type AwsRequest, callsOf, UNKNOWN } from './aws-request.ts';

const asked = (target: string | undefined, body: object, more: Partial<AwsRequest> = {}): string[] =>
  callsOf({ target, method: 'POST', path: '/', body: JSON.stringify(body), ...more }).map(
    ({ action, resource }) => `${action} ${resource.replace(/^arn:aws:[a-z]+:us-east-1:000000000000:/, '')}`,
  );
const dynamo = (operation: string, body: object) => asked(`DynamoDB_20120810.${operation}`, body);

test('a transaction asks for the right to each of its parts, on the table of each', () => {
  const TransactItems = [
    { Put: { TableName: 'records' } },
    { Update: { TableName: 'records' } },
    { Delete: { TableName: 'records' } },
    { ConditionCheck: { TableName: 'records' } },
    { Put: { TableName: 'events' } },
  ];
  expect(dynamo('TransactWriteItems', { TransactItems })).toEqual([
    'dynamodb:PutItem table/records',
    'dynamodb:UpdateItem table/records',
    'dynamodb:DeleteItem table/records',
    'dynamodb:ConditionCheckItem table/records',
    'dynamodb:PutItem table/events',
  ]);
  expect(dynamo('TransactGetItems', { TransactItems: [{ Get: { TableName: 'records' } }] })).toEqual([
    'dynamodb:GetItem table/records',
  ]);
});

test('a batch asks for a right of its own on each of its tables', () => {
  expect(dynamo('BatchGetItem', { RequestItems: { records: {}, events: {} } })).toEqual([
    'dynamodb:BatchGetItem table/records',
    'dynamodb:BatchGetItem table/events',
  ]);
});

test('a query of an index asks for the right to the index', () => {
  expect(dynamo('Query', { TableName: 'records', IndexName: 'all' })).toEqual([
    'dynamodb:Query table/records/index/all',
  ]);
  expect(dynamo('Query', { TableName: 'records' })).toEqual(['dynamodb:Query table/records']);
});

test.each([
  ['secretsmanager.CreateSecret', { Name: 'p/rancher/1' }, ['secretsmanager:CreateSecret secret:p/rancher/1-AbCdEf']],
  ['secretsmanager.GetSecretValue', { SecretId: 'p/key' }, ['secretsmanager:GetSecretValue secret:p/key-AbCdEf']],
  ['AWSStepFunctions.StartExecution', { stateMachineArn: 'm' }, ['states:StartExecution m']],
  ['AWSStepFunctions.DescribeExecution', { executionArn: 'e' }, ['states:DescribeExecution e']],
  ['AWSStepFunctions.ListExecutions', { stateMachineArn: 'm' }, ['states:ListExecutions m']],
  ['AWSStepFunctions.SendTaskSuccess', { taskToken: 't', output: '{}' }, ['states:SendTaskSuccess *']],
  ['AWSEvents.PutEvents', { Entries: [{ EventBusName: 'b' }] }, ['events:PutEvents event-bus/b']],
  ['AmazonSQS.SendMessage', { QueueUrl: 'http://sqs/0/letters' }, ['sqs:SendMessage letters']],
  ['DynamoDBStreams_20120810.GetShardIterator', { StreamArn: 's' }, ['dynamodb:GetShardIterator s']],
  ['DynamoDBStreams_20120810.GetRecords', { ShardIterator: 'i' }, ['dynamodb:GetRecords *']],
])('%s', (target, body, calls) => {
  expect(asked(target, body)).toEqual(calls);
});

test('a function is invoked by its name or its ARN', () => {
  const path = (name: string) => `/2015-03-31/functions/${name}/invocations`;
  expect(asked(undefined, {}, { path: path('f') })).toEqual(['lambda:InvokeFunction function:f']);
  const named = encodeURIComponent('arn:aws:lambda:us-east-1:000000000000:function:f');
  expect(asked(undefined, {}, { path: path(named) })).toEqual(['lambda:InvokeFunction function:f']);
});

test.each([
  ['PUT', '/copies/a/1.json?x-id=PutObject', 's3:PutObject arn:aws:s3:::copies/a/1.json'],
  ['DELETE', '/copies/a/1.json?x-id=DeleteObject', 's3:DeleteObject arn:aws:s3:::copies/a/1.json'],
  ['GET', '/copies/a/1.json?x-id=GetObject', 's3:GetObject arn:aws:s3:::copies/a/1.json'],
  ['GET', '/copies/a/1.json?versionId=v&x-id=GetObject', 's3:GetObjectVersion arn:aws:s3:::copies/a/1.json'],
  ['GET', '/copies?list-type=2&prefix=a%2F', 's3:ListBucket arn:aws:s3:::copies'],
  ['GET', '/copies?prefix=a%2F1.json&versions', 's3:ListBucketVersions arn:aws:s3:::copies'],
])('%s %s of a bucket is %s', (method, path, right) => {
  expect(asked(undefined, {}, { method, path })).toEqual([right]);
});

test('a request that is not described is unknown, which no policy allows', () => {
  expect(asked('TrentService.Encrypt', {})).toEqual([`${UNKNOWN} TrentService.Encrypt`]);
  expect(asked(undefined, {}, { method: 'GET', path: '/bucket' })).toEqual([`${UNKNOWN} GET /bucket`]);
});
