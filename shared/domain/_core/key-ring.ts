import { z } from 'zod';

/**
 * A secret key of the stage and its earlier keys, as stored in the secret store. An earlier key is found by its id, to
 * read data that was encrypted or signed with this earlier key. The deployment generates the first key. docs/runbook.md
 * says how to replace a key.
 */
export const keyRing = z.object({
  id: z.string().min(1),
  key: z.string().min(43),
  previous: z.record(z.string(), z.string().min(43)).default({}),
});
export type KeyRing = z.infer<typeof keyRing>;

/** The key with this id. Undefined if it was removed from the secret. */
export const keyById = ({ id, key, previous }: KeyRing, wanted: string): string | undefined =>
  wanted === id ? key : Object.hasOwn(previous, wanted) ? previous[wanted] : undefined;
