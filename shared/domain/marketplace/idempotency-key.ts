import { z } from 'zod';
import { instant, uuid } from '../_core/identifier.ts';

/**
 * A caller's `Idempotency-Key`, and the uuid of the object that the request has created. One transaction writes this
 * record and the object.
 */
export const idempotencyKey = z.object({
  userUuid: uuid,
  key: z.string(),
  /** Hash of the whole request. A different request with the same key is refused. */
  requestHash: z.string(),
  /** The order that the request has created. For a node, `nodeUuid` is set instead. */
  orderUuid: uuid.optional(),
  nodeUuid: uuid.optional(),
  created: instant,
});
export type IdempotencyKey = z.infer<typeof idempotencyKey>;
