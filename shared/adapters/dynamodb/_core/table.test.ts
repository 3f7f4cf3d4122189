import { DynamoDBServiceException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';
import { dynamoFailure } from './table.ts';

const fromService = (name: string, $fault: 'client' | 'server') =>
  new DynamoDBServiceException({ name, $fault, $metadata: {}, message: name });

test.each([
  [fromService('ThrottlingException', 'client'), 'BackendThrottled'],
  [fromService('ProvisionedThroughputExceededException', 'client'), 'BackendThrottled'],
  [fromService('InternalServerError', 'server'), 'BackendUnavailable'],
  [new TransactionConflictException({ message: 'busy', $metadata: {} }), 'Conflict'],
  [Object.assign(new Error('reset'), { code: 'ECONNRESET' }), 'BackendUnavailable'],
  [Object.assign(new Error('slow'), { name: 'TimeoutError' }), 'BackendUnavailable'],
])('%s comes out as %s, with the call and the cause', (error, name) => {
  expect(dynamoFailure(error, 'getItem')).toMatchObject({ name, details: { op: 'getItem' }, cause: error });
});

test.each([[fromService('ValidationException', 'client')], [new TypeError('our mistake')]])(
  '%s stays what it is, because another try does not help',
  (error) => {
    expect(dynamoFailure(error, 'getItem')).toBe(error);
  },
);
