import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import { eventOfImage } from '#shared/adapters/dynamodb/audit-image';
import { viewEvent } from '#shared/contracts/rest/events';
import { LOG } from '#shared/contracts/telemetry';
import type { AuditEvent } from '#shared/domain/audit/audit-event';
import type { EventBus, Logger } from '#shared/ports/runtime';

type Deps = { events: EventBus; log: Logger };

/** An event that cannot be read will not be readable later: it is in the table, and keeps no other waiting. */
function readEvent({ log }: Deps, { dynamodb }: DynamoDBRecord): AuditEvent | undefined {
  try {
    return eventOfImage(dynamodb?.NewImage);
  } catch (error) {
    log.error(LOG.eventUnreadable, { key: dynamodb?.Keys?.pk?.S, error });
    return undefined;
  }
}

/**
 * Tells the bus of every change, in their order, each at least once and under its `uuid`. From the first that the bus does not take
 * on, all are told again.
 */
export async function publishEvents(deps: Deps, records: readonly DynamoDBRecord[]): Promise<DynamoDBBatchResponse> {
  for (const record of records) {
    const event = readEvent(deps, record);
    if (event === undefined) continue;
    try {
      await deps.events.publish({ type: event.eventType, detail: viewEvent(event) });
    } catch (error) {
      deps.log.error(LOG.eventNotPublished, { eventUuid: event.uuid, error });
      return { batchItemFailures: [{ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' }] };
    }
  }
  return { batchItemFailures: [] };
}
