import { z } from 'zod';

/**
 * A key of the stage, as stored in its secret: the current key, and earlier ones by their ids for what was made with
 * them. The deployment generates the first key; docs/runbook.md describes the replacement.
 */
export const keyRing = z.object({
  id: z.string().min(1),
  key: z.string().min(43),
  previous: z.record(z.string(), z.string().min(43)).default({}),
});
export type KeyRing = z.infer<typeof keyRing>;

/** undefined if there is no such key, or no longer. */
export const keyById = ({ id, key, previous }: KeyRing, wanted: string): string | undefined =>
  wanted === id ? key : Object.hasOwn(previous, wanted) ? previous[wanted] : undefined;
