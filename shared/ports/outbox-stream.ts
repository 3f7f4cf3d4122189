import type { Uuid } from '../domain/identifier.ts';
import type { StreamRange } from '../domain/redispatch.ts';

/** The stream of the table, where new rows of the outbox are read by the dispatcher. */
export interface OutboxStream {
  /** The operations whose rows came in that range; undefined when the stream has forgotten it, after 24 hours. */
  operationsIn(range: StreamRange): Promise<Uuid[] | undefined>;
}
