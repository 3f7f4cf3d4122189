import { z } from 'zod';
import { instant, uuid } from '../../_core/identifier.ts';
import type { ParkedWait, WaitAnswer } from './parked-wait.ts';

/**
 * The last read of a provider's clusters. One operation reads all clusters of the provider for all operations that wait
 * (docs/decisions/0103-one-look-answers-all-waits-of-a-provider.md).
 */
export const sharedLook = z.object({
  settingsUuid: uuid,
  /** When the operation began to read the clusters. The operation's own wait has the same time in `parkedAt`. */
  lookedAt: instant,
  /** Why the provider did not answer. The text stays until a look succeeds. */
  failure: z.string().optional(),
});
export type SharedLook = z.infer<typeof sharedLook>;

/**
 * An operation that has exceeded its deadline by this time reads the provider's clusters at every poll. It no longer
 * waits for other operations.
 */
const GRACE_MS = 60_000;

/**
 * What an operation does at a poll: it reads the provider's clusters itself, waits until another operation has read
 * them, or fails.
 */
export type Turn = 'looks' | 'waits' | 'fails';

/**
 * Decides what an operation does at a poll. Usually an operation reads the provider's clusters only if no operation has
 * read them since its previous poll. If they were read, the operation waits, or fails if that read failed. So the
 * operation that polls most often reads the clusters for all operations. At its first poll, an operation only waits,
 * because the machines of a new order cannot be ready yet. An operation that is long past its deadline reads the
 * clusters at every poll. So it ends even if another operation never completes its read.
 * @param previous the wait that the operation stored at its last poll
 * @param last the last read of the provider's clusters, by any operation
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

/**
 * The answer that another operation has stored for this poll. Undefined if there is none, or if it was stored during an
 * earlier wait of the polling operation. In each wait, `waitedMs` starts with zero. So the answer belongs to the
 * current wait only if `waitedMs` has increased since the last poll.
 */
export const keptAnswer = (
  previous: Pick<ParkedWait, 'answer' | 'limits'> | undefined,
  { waitedMs }: { waitedMs: number },
): WaitAnswer | undefined =>
  previous?.limits !== undefined && previous.limits.waitedMs < waitedMs ? previous.answer : undefined;
