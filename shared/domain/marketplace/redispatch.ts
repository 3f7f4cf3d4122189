import { z } from 'zod';
import { orderState } from './order.ts';

/** The position of a batch of records in the table's stream. A dead letter has only this position, not the records. */
export const streamRange = z.object({
  streamArn: z.string(),
  shardId: z.string(),
  startSequenceNumber: z.string(),
  endSequenceNumber: z.string(),
});
export type StreamRange = z.infer<typeof streamRange>;

/**
 * What became of an operation that the stream could not dispatch. `waits`: it is in the outbox. `started`: it was
 * started now. `gone`: it has left the outbox. `unreadable`: it cannot be parsed. `failed`: it could not be started
 * again.
 */
export const redispatched = z.object({
  operationUuid: z.string(),
  outcome: z.enum(['waits', 'started', 'gone', 'unreadable', 'failed']),
  /** The message of the error, if the outcome is `failed`. */
  why: z.string().optional(),
  acceptedAt: z.string().optional(),
  /** The operation's order. Present while the operation is the cluster's latest. */
  order: z.object({ uuid: z.string(), type: z.string(), state: orderState, resourceName: z.string() }).optional(),
});
export type Redispatched = z.infer<typeof redispatched>;
