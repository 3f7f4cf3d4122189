import { z } from 'zod';

/**
 * A key of the stage, as stored in its secret: the current key, and earlier keys by id for data that was encrypted or
 * signed with them. The deployment generates the first key. docs/runbook.md describes how to replace it.
 */
export const keyRing = z.object({
  id: z.string().min(1),
  key: z.string().min(43),
  previous: z.record(z.string(), z.string().min(43)).default({}),
});
export type KeyRing = z.infer<typeof keyRing>;

/** The key with this id. Undefined if the secret does not contain it. */
export const keyById = ({ id, key, previous }: KeyRing, wanted: string): string | undefined =>
  wanted === id ? key : Object.hasOwn(previous, wanted) ? previous[wanted] : undefined;
