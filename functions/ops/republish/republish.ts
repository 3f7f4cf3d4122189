import { publishEvents } from '#functions/event-publisher/publish-events';
import type { RepublishReply, RepublishRequest } from '#shared/contracts/republish';
import type { AuditStream } from '#shared/ports/runtime';

type Deps = Parameters<typeof publishEvents>[0] & { stream: AuditStream };

/**
 * Publishes the audit events in a range of the stream again. Whoever gets events must expect one twice, with the same
 * `uuid`. Events that are older than 24 hours have left the stream, and stay in the list of events.
 */
export async function republish(deps: Deps, { range, dryRun }: RepublishRequest): Promise<RepublishReply> {
  const records = await deps.stream.recordsIn(range);
  if (records === undefined) return { outcome: 'gone', events: 0 };
  if (dryRun) return { outcome: 'waits', events: records.length };
  const { batchItemFailures } = await publishEvents(deps, records);
  return { outcome: batchItemFailures.length > 0 ? 'failed' : 'published', events: records.length };
}
