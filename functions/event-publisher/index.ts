import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { publisherEnv, readEnv } from '#shared/runtime/env';
import { lambdaTelemetry, observe } from '#shared/runtime/telemetry';
import { awsEventBus } from '#shared/runtime/wiring/aws';
import { publishEvents } from './publish-events.ts';

const env = readEnv(publisherEnv);
const telemetry = lambdaTelemetry('event-publisher');
const deps = { events: awsEventBus(env.EVENT_BUS_NAME), log: telemetry.log };

/** Invoked by the table's stream, with new events only. */
export const handler = ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> =>
  observe(telemetry, 'publish events', { records: Records.length }, () => publishEvents(deps, Records));
