import { z } from 'zod';
import { instant, uuid } from './identifier.ts';

/** A caller's `Idempotency-Key` and what it was used for; written with what it made, in one transaction. */
export const idempotencyKey = z.object({
  userUuid: uuid,
  key: z.string(),
  /** Of the whole request, so that the key cannot stand for another one. */
  requestHash: z.string(),
  /** What it made: an order or a node. */
  orderUuid: uuid.optional(),
  nodeUuid: uuid.optional(),
  created: instant,
});
export type IdempotencyKey = z.infer<typeof idempotencyKey>;
