import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import { operationOfImage } from '#shared/adapters/dynamodb/operations/outbox-repository';
import { type DispatchOneDeps, dispatchOperation } from '#shared/app/marketplace/dispatch-operation';
import { LOG } from '#shared/contracts/telemetry';
import type { Metrics } from '#shared/ports/metrics';
import type { Clock } from '#shared/ports/runtime';

type Deps = DispatchOneDeps & { metrics: Metrics; clock: Clock };

async function dispatchRecord(deps: Deps, { dynamodb }: DynamoDBRecord): Promise<void> {
  const operation = operationOfImage(dynamodb?.NewImage);
  await dispatchOperation(deps, operation);
  deps.metrics.add('DispatchDelay', deps.clock.now().getTime() - Date.parse(operation.created), {});
}

/**
 * Dispatches the outbox rows of a batch. What fails is reported by its record, so that it is tried again and at last
 * reaches the dead-letter queue alone; those after it are dispatched meanwhile, and doing that twice changes nothing.
 */
export async function dispatchRecords(deps: Deps, records: readonly DynamoDBRecord[]): Promise<DynamoDBBatchResponse> {
  const batchItemFailures: DynamoDBBatchResponse['batchItemFailures'] = [];
  for (const record of records) {
    try {
      await dispatchRecord(deps, record);
    } catch (error) {
      const sequenceNumber = record.dynamodb?.SequenceNumber;
      deps.log.error(LOG.operationNotDispatched, { error, sequenceNumber });
      batchItemFailures.push({ itemIdentifier: sequenceNumber ?? '' });
    }
  }
  return { batchItemFailures };
}
