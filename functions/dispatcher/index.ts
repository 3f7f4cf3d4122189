import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { dispatchDeps } from '#shared/runtime/wiring/dispatch';
import { dispatchRecords } from './dispatch-records.ts';

const deps = dispatchDeps('dispatcher');

/** Invoked by the table's stream, with new outbox rows only. */
export const handler = (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> =>
  dispatchRecords(deps, event.Records);
