import { z } from 'zod';
import { orderState } from './order.ts';

/** Where in the table's stream a batch of records stood; a dead letter has this and not the records. */
export const streamRange = z.object({
  streamArn: z.string(),
  shardId: z.string(),
  startSequenceNumber: z.string(),
  endSequenceNumber: z.string(),
});
export type StreamRange = z.infer<typeof streamRange>;

/**
 * What became of an operation that the stream could not get dispatched: it waits in the outbox, was started now, has left the
 * outbox before, cannot be read, or could not be started again.
 */
export const redispatched = z.object({
  operationUuid: z.string(),
  outcome: z.enum(['waits', 'started', 'gone', 'unreadable', 'failed']),
  /** Of `failed`: the error's words. */
  why: z.string().optional(),
  acceptedAt: z.string().optional(),
  /** While the operation is the last one of its cluster. */
  order: z.object({ uuid: z.string(), type: z.string(), state: orderState, resourceName: z.string() }).optional(),
});
export type Redispatched = z.infer<typeof redispatched>;
