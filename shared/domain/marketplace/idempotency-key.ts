import { z } from 'zod';
import { instant, uuid } from '../_core/identifier.ts';

/**
 * A caller's `Idempotency-Key`, with the uuid of the object that the request created. Key and object are written in one
 * transaction.
 */
export const idempotencyKey = z.object({
  userUuid: uuid,
  key: z.string(),
  /** Hash of the whole request. The same key with another request is refused. */
  requestHash: z.string(),
  /** The order or the node that the request created. */
  orderUuid: uuid.optional(),
  nodeUuid: uuid.optional(),
  created: instant,
});
export type IdempotencyKey = z.infer<typeof idempotencyKey>;
