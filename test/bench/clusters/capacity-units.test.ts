import { expect, test } from 'vitest';
import type { AwsCall } from '#test/probe/invocation';
import { unitsOf } from './capacity-units.ts';

const call = (fields: Partial<AwsCall>): AwsCall => ({
  ...{ service: 'DynamoDB', operation: 'GetItem', startedMs: 0, durationMs: 1, status: 200 },
  ...{ requestBytes: 100, replyBytes: 500 },
  ...fields,
});

test('a read costs a unit for each 4 KB, half of that when it need not be consistent', () => {
  expect(unitsOf(call({ consistentRead: true }))).toEqual({ read: 1, write: 0 });
  expect(unitsOf(call({ consistentRead: true, replyBytes: 4097 }))).toEqual({ read: 2, write: 0 });
  expect(unitsOf(call({ operation: 'Query', replyBytes: 8192 }))).toEqual({ read: 1, write: 0 });
  expect(unitsOf(call({ operation: 'BatchGetItem', replyBytes: 2 }))).toEqual({ read: 1, write: 0 });
});

test('a write costs what the database says, and one unit when it was refused', () => {
  expect(unitsOf(call({ operation: 'TransactWriteItems', capacityUnits: 24 }))).toEqual({ read: 0, write: 24 });
  expect(unitsOf(call({ operation: 'PutItem', status: 400 }))).toEqual({ read: 0, write: 1 });
});

test('other services have no units', () => {
  expect(unitsOf(call({ service: 'secretsmanager', operation: 'GetSecretValue' }))).toEqual({ read: 0, write: 0 });
});
