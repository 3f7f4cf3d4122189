import { z } from 'zod';
import { orderState } from './order.ts';

/**
 * The position of a batch of records in the table's stream. A dead letter contains only this position, not the records
 * themselves.
 */
export const streamRange = z.object({
  streamArn: z.string(),
  shardId: z.string(),
  startSequenceNumber: z.string(),
  endSequenceNumber: z.string(),
});
export type StreamRange = z.infer<typeof streamRange>;

/**
 * What happened to an operation that the table's stream could not dispatch. `waits`: the operation is still in the
 * outbox, and this was a dry run. `started`: the operation has been started now. `gone`: the operation is no longer in
 * the outbox. `unreadable`: the row of the operation cannot be parsed. `failed`: the operation could not be started
 * now.
 */
export const redispatched = z.object({
  operationUuid: z.string(),
  outcome: z.enum(['waits', 'started', 'gone', 'unreadable', 'failed']),
  /** The message of the error, if the outcome is `failed`. */
  why: z.string().optional(),
  acceptedAt: z.string().optional(),
  /** The order to which the operation belongs. Absent if the cluster already has a later operation. */
  order: z.object({ uuid: z.string(), type: z.string(), state: orderState, resourceName: z.string() }).optional(),
});
export type Redispatched = z.infer<typeof redispatched>;
