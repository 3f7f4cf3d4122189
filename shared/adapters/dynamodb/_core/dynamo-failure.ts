import { ConditionalCheckFailedException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { awsFailure } from '#shared/adapters/aws/aws-failure';
import { VersionConflict } from '#shared/errors';

export const isConditionFailed = (error: unknown): boolean => error instanceof ConditionalCheckFailedException;

/** The named error for a failure of DynamoDB. Other errors are returned unchanged. */
export function dynamoFailure(error: unknown, op: string): unknown {
  if (error instanceof TransactionConflictException) {
    return new VersionConflict('The object has changed meanwhile.', { op }, error);
  }
  return awsFailure(error, 'The database', op);
}
