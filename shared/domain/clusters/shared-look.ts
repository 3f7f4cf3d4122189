import { z } from 'zod';
import { instant, uuid } from '../_core/identifier.ts';
import type { ParkedWait } from './parked-wait.ts';

/**
 * The last look at a provider. One look reads all clusters of the provider, and answers all waits for them
 * (docs/decisions/0103-one-look-answers-all-waits-of-a-provider.md).
 */
export const sharedLook = z.object({
  settingsUuid: uuid,
  /** When the wait of the operation that looked was stored. */
  lookedAt: instant,
  /** Why the provider did not answer. It stays until a look succeeds. */
  failure: z.string().optional(),
});
export type SharedLook = z.infer<typeof sharedLook>;

/** After a deadline, an operation waits so long for the look of another one. Then it looks itself. */
const GRACE_MS = 60_000;

/** What an operation does when it is its time to look. */
export type Turn = 'looks' | 'waits' | 'fails';

/**
 * An operation looks if nobody has looked since its own last poll. So the operation with the shortest pauses looks for
 * all others, and if it ends, the next one does. There are no more looks than this one operation would make alone. A
 * first poll only waits, because all machines of a new order cannot be ready. Long after its deadline an operation looks
 * in any case, so that it ends even if looks of others never end.
 * @param previous the operation's own wait of its last poll
 * @param last the last look of the provider
 */
export function turnOf(
  previous: Pick<ParkedWait, 'parkedAt' | 'looksItself'> | undefined,
  last: SharedLook | undefined,
  { waitedMs, deadlineMs }: { waitedMs: number; deadlineMs: number },
): Turn {
  if (waitedMs >= deadlineMs + GRACE_MS) return 'looks';
  if (!previous) return 'waits';
  if (previous.looksItself || last === undefined || last.lookedAt <= previous.parkedAt) return 'looks';
  return last.failure === undefined ? 'waits' : 'fails';
}
