import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { observe } from '#shared/runtime/telemetry';
import { publishDeps } from '#shared/runtime/wiring/publish';
import { publishEvents } from './publish-events.ts';

const { telemetry, ofBatch } = publishDeps('event-publisher');

/** The stream of the events' table invokes this function with new events. */
export const handler = ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> =>
  observe(telemetry, 'publish events', { records: Records.length }, () => publishEvents(ofBatch(), Records));
