import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import { operationOfImage } from '#shared/adapters/dynamodb/outbox-repository';
import { type DispatchDeps, dispatchOperation } from '#shared/app/dispatch-operation';

/**
 * Dispatches the outbox rows of a batch. What fails is reported by its record, so that it is tried again and at last
 * reaches the dead-letter queue alone; those after it are dispatched meanwhile, and doing that twice changes nothing.
 */
export async function dispatchRecords(
  deps: DispatchDeps,
  records: readonly DynamoDBRecord[],
): Promise<DynamoDBBatchResponse> {
  const batchItemFailures: DynamoDBBatchResponse['batchItemFailures'] = [];
  for (const { dynamodb } of records) {
    try {
      await dispatchOperation(deps, operationOfImage(dynamodb?.NewImage));
    } catch (error) {
      deps.log.error('operation not dispatched', { error, sequenceNumber: dynamodb?.SequenceNumber });
      batchItemFailures.push({ itemIdentifier: dynamodb?.SequenceNumber ?? '' });
    }
  }
  return { batchItemFailures };
}
