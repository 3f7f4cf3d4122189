import { z } from 'zod';

/**
 * A key of the stage, as its secret has it: the one that is used from now on, and by their ids those that were, for what was made with
 * them. The deployment generates the first; docs/runbook.md says how another takes its place.
 */
export const keyRing = z.object({
  id: z.string().min(1),
  key: z.string().min(43),
  previous: z.record(z.string(), z.string().min(43)).default({}),
});
export type KeyRing = z.infer<typeof keyRing>;

/** undefined for a key that there is not, or no more. */
export const keyById = ({ id, key, previous }: KeyRing, wanted: string): string | undefined =>
  wanted === id ? key : Object.hasOwn(previous, wanted) ? previous[wanted] : undefined;
