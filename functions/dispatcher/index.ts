import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { observe } from '#shared/runtime/telemetry';
import { dispatchDeps } from '#shared/runtime/wiring/dispatch';
import { dispatchRecords } from './dispatch-records.ts';

const deps = dispatchDeps('dispatcher');

/** The table's stream invokes this function with new outbox rows only. */
export const handler = ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> =>
  observe(deps, 'dispatch', { records: Records.length }, () => dispatchRecords(deps, Records));
