import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import { operationOfImage } from '#shared/adapters/dynamodb/operations/outbox-repository';
import { type DispatchOneDeps, dispatchOperation } from '#shared/app/marketplace/dispatch-operation';
import { LOG } from '#shared/contracts/telemetry';
import type { Clock, Metrics } from '#shared/ports/runtime';

type Deps = DispatchOneDeps & { metrics: Metrics; clock: Clock };

/**
 * Handles rows in order. If every row of a batch fails, the function still returns the list of failed rows. A thrown
 * error would count as a failure of the function itself.
 */
const IN_ORDER = { processInParallel: false, throwOnFullBatchFailure: false };

async function dispatchRecord(deps: Deps, { dynamodb }: DynamoDBRecord): Promise<void> {
  const operation = operationOfImage(dynamodb?.NewImage);
  await dispatchOperation(deps, operation);
  deps.metrics.add('DispatchDelay', deps.clock.now().getTime() - Date.parse(operation.created), {});
}

/**
 * Dispatches all outbox rows of a batch and reports the failed ones. Lambda then repeats the batch from the first
 * failed row on. This is safe, because dispatching a row twice changes nothing.
 */
export function dispatchRecords(deps: Deps, Records: DynamoDBRecord[]): Promise<DynamoDBBatchResponse> {
  const work = async (record: DynamoDBRecord): Promise<void> => {
    try {
      await dispatchRecord(deps, record);
    } catch (error) {
      deps.log.error(LOG.operationNotDispatched, { error, sequenceNumber: record.dynamodb?.SequenceNumber });
      throw error;
    }
  };
  const processor = new BatchProcessor(EventType.DynamoDBStreams);
  return processPartialResponse({ Records }, work, processor, IN_ORDER);
}
