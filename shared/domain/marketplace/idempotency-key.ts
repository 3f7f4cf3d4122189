import { z } from 'zod';
import { instant, uuid } from '../_core/identifier.ts';

/** A caller's `Idempotency-Key`, with what the request made. Key and result are written in one transaction. */
export const idempotencyKey = z.object({
  userUuid: uuid,
  key: z.string(),
  /** Hash of the whole request, so that the key cannot be used for another request. */
  requestHash: z.string(),
  /** What the request made: an order or a node. */
  orderUuid: uuid.optional(),
  nodeUuid: uuid.optional(),
  created: instant,
});
export type IdempotencyKey = z.infer<typeof idempotencyKey>;
