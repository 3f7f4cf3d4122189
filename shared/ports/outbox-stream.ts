import type { Uuid } from '#shared/domain/_core/identifier';
import type { StreamRange } from '#shared/domain/marketplace/redispatch';

/** The stream of the table, where new rows of the outbox are read by the dispatcher. */
export interface OutboxStream {
  /** The operations whose rows came in that range; undefined when the stream has forgotten it, after 24 hours. */
  operationsIn(range: StreamRange): Promise<Uuid[] | undefined>;
}
