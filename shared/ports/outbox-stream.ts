import type { Uuid } from '#shared/domain/_core/identifier';
import type { StreamRange } from '#shared/domain/marketplace/redispatch';

/** The table's stream, from which the dispatcher reads new rows of the outbox. */
export interface OutboxStream {
  /**
   * The operations with rows in that range. Answers undefined after 24 hours, when the stream has
   * forgotten it.
   */
  operationsIn(range: StreamRange): Promise<Uuid[] | undefined>;
}
