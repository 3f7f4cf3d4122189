import type { DynamoDBBatchResponse } from 'aws-lambda';
import { eventOfImage } from '#shared/adapters/dynamodb/_core/audit-rows';
import { HOOKS_PENDING, viewEvent } from '#shared/contracts/rest/audit/events';
import { LOG } from '#shared/contracts/telemetry';
import type { AuditEvent } from '#shared/domain/audit/audit-event';
import type { HookEvent } from '#shared/domain/hooks/hook-event';
import type { EventBus, Logger, StreamRecord } from '#shared/ports/runtime';

type Deps = { events: EventBus; log: Logger; queueWebhooks: (event: HookEvent) => Promise<unknown> };

/**
 * Parses an event. An event that cannot be parsed is logged and skipped, so that later events are still published. The
 * skipped event stays in the table.
 */
function readEvent({ log }: Deps, { dynamodb }: StreamRecord): AuditEvent | undefined {
  try {
    return eventOfImage(dynamodb?.NewImage);
  } catch (error) {
    log.error(LOG.eventUnreadable, { key: dynamodb?.Keys?.pk?.S, error });
    return undefined;
  }
}

/**
 * Publishes one event and queues it for hooks. If queueing fails, a second event on the bus makes
 * `functions/queue-webhooks` try again. So later events do not wait for this event.
 */
async function publishOne({ events, log, queueWebhooks }: Deps, event: AuditEvent): Promise<void> {
  const detail = viewEvent(event);
  await events.publish({ type: event.eventType, detail });
  try {
    await queueWebhooks(detail);
  } catch (error) {
    log.error(LOG.hooksNotQueued, { eventUuid: event.uuid, error });
    await events.publish({ type: HOOKS_PENDING, detail });
  }
}

/**
 * Publishes events to the bus and queues them for hooks, in order. If the bus refuses an event, Lambda repeats the
 * batch from this event on. So an event may be published more than once, always with the same `uuid`.
 */
export async function publishEvents(deps: Deps, records: readonly StreamRecord[]): Promise<DynamoDBBatchResponse> {
  for (const record of records) {
    const event = readEvent(deps, record);
    if (event === undefined) continue;
    try {
      await publishOne(deps, event);
    } catch (error) {
      deps.log.error(LOG.eventNotPublished, { eventUuid: event.uuid, error });
      return { batchItemFailures: [{ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' }] };
    }
  }
  return { batchItemFailures: [] };
}
