import {
  ConditionalCheckFailedException,
  DynamoDBServiceException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { z } from 'zod';
import { BackendThrottled, BackendUnavailable, LostRace } from '../../errors.ts';

const THROTTLED = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
  'ThrottlingError',
  'TransactionInProgressException',
]);
/** What sockets throw: `ECONNREFUSED`, `ECONNRESET`, …; a marshalling mistake has no such code and stays what it is. */
const socketFailure = z.union([z.object({ code: z.string() }), z.object({ name: z.literal('TimeoutError') })]);

export const isConditionFailed = (error: unknown): boolean => error instanceof ConditionalCheckFailedException;

/** The named error for a failure of DynamoDB itself; every other error comes back unchanged. */
export function dynamoFailure(error: unknown, op: string): unknown {
  if (error instanceof TransactionConflictException) {
    return new LostRace('The object has changed meanwhile.', { op }, error);
  }
  if (error instanceof DynamoDBServiceException) {
    if (THROTTLED.has(error.name)) return new BackendThrottled('The database is busy.', { op }, error);
    if (error.$fault === 'server') return new BackendUnavailable('The database does not answer.', { op }, error);
    return error;
  }
  if (socketFailure.safeParse(error).success) {
    return new BackendUnavailable('The database cannot be reached.', { op }, error);
  }
  return error;
}
