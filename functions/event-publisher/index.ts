import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { hookAudience, oversightCache } from '#shared/app/hooks/hook-audience';
import { queueWebhooks } from '#shared/app/hooks/queue-webhooks';
import type { HookEvent } from '#shared/domain/hooks/hook-event';
import { systemClock } from '#shared/runtime/clock-and-ids';
import { eventsEnv, readEnv } from '#shared/runtime/env';
import { lambdaTelemetry, observe } from '#shared/runtime/telemetry';
import { awsEventBus } from '#shared/runtime/wiring/aws';
import { tableStore } from '#shared/runtime/wiring/table';
import { publishEvents } from './publish-events.ts';

const env = readEnv(eventsEnv);
const telemetry = lambdaTelemetry('event-publisher');
const store = tableStore(env);
const bus = { events: awsEventBus(env.EVENT_BUS_NAME), log: telemetry.log };
const oversight = oversightCache();

/** One audience for all events of a batch, so that a batch reads hooks and roles once. */
function depsOfBatch() {
  const audience = hookAudience({ store, clock: systemClock }, oversight);
  return { ...bus, queueWebhooks: (event: HookEvent) => queueWebhooks({ store }, event, audience) };
}

/** The stream of the events' table invokes this function with new events. */
export const handler = ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> =>
  observe(telemetry, 'publish events', { records: Records.length }, () => publishEvents(depsOfBatch(), Records));
