import { z } from 'zod';
import { orderState } from './order.ts';

/** The position of a batch of records in the table's stream. A dead letter has this and not the records. */
export const streamRange = z.object({
  streamArn: z.string(),
  shardId: z.string(),
  startSequenceNumber: z.string(),
  endSequenceNumber: z.string(),
});
export type StreamRange = z.infer<typeof streamRange>;

/**
 * The result for an operation that the stream could not dispatch: it waits in the outbox, was started now, has left the
 * outbox before, cannot be parsed, or could not be started again.
 */
export const redispatched = z.object({
  operationUuid: z.string(),
  outcome: z.enum(['waits', 'started', 'gone', 'unreadable', 'failed']),
  /** The error's message, for `failed`. */
  why: z.string().optional(),
  acceptedAt: z.string().optional(),
  /** Present while the operation is the cluster's latest. */
  order: z.object({ uuid: z.string(), type: z.string(), state: orderState, resourceName: z.string() }).optional(),
});
export type Redispatched = z.infer<typeof redispatched>;
