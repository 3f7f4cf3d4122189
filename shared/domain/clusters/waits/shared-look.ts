import { z } from 'zod';
import { instant, uuid } from '../../_core/identifier.ts';
import type { ParkedWait, WaitAnswer } from './parked-wait.ts';

/**
 * The last look at a provider. In a look, one operation reads all clusters of the provider for all operations that wait
 * (docs/decisions/0103-one-look-answers-all-waits-of-a-provider.md).
 */
export const sharedLook = z.object({
  settingsUuid: uuid,
  /** When the look began. The operation that makes the look has stored the same time in `parkedAt` of its wait. */
  lookedAt: instant,
  /** Why the provider did not answer. The text stays until a look succeeds. */
  failure: z.string().optional(),
});
export type SharedLook = z.infer<typeof sharedLook>;

/** An operation that is this long past its deadline reads the provider's clusters itself at every poll. */
const GRACE_MS = 60_000;

/**
 * What an operation does at a poll: it reads the provider's clusters itself, waits until another operation has read
 * them, or fails.
 */
export type Turn = 'looks' | 'waits' | 'fails';

/**
 * Decides what an operation does at a poll. Usually an operation reads the provider's clusters itself only if no
 * operation has read them since its previous poll. So the operation that polls most often reads the clusters for all
 * operations. If that read has failed, the other operations fail, too. At its first poll, an operation only waits,
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
 * The answer that another operation has left for a poll. Undefined if there is no answer, or if the answer belongs to
 * an earlier wait of the same operation. The answer belongs to the current wait only if `waitedMs` has increased since
 * the last poll, because each wait starts with zero.
 */
export const keptAnswer = (
  previous: Pick<ParkedWait, 'answer' | 'limits'> | undefined,
  { waitedMs }: { waitedMs: number },
): WaitAnswer | undefined =>
  previous?.limits !== undefined && previous.limits.waitedMs < waitedMs ? previous.answer : undefined;
