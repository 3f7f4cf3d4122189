import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import { operationOfImage } from '#shared/adapters/dynamodb/operations/outbox-repository';
import { type DispatchOneDeps, dispatchOperation } from '#shared/app/marketplace/dispatch-operation';
import { LOG } from '#shared/contracts/telemetry';
import type { Clock, Metrics } from '#shared/ports/runtime';

type Deps = DispatchOneDeps & { metrics: Metrics; clock: Clock };

/**
 * Rows are handled in order. If every row of a batch fails, the handler does not throw but lists the failed rows. A
 * thrown error would count as a failure of the function.
 */
const IN_ORDER = { processInParallel: false, throwOnFullBatchFailure: false };

async function dispatchRecord(deps: Deps, { dynamodb }: DynamoDBRecord): Promise<void> {
  const operation = operationOfImage(dynamodb?.NewImage);
  await dispatchOperation(deps, operation);
  deps.metrics.add('DispatchDelay', deps.clock.now().getTime() - Date.parse(operation.created), {});
}

/**
 * Dispatches the outbox rows of a batch. Reports each failed row separately. So Lambda retries only this row, and
 * dispatches later rows meanwhile. Dispatching a row twice changes nothing.
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
