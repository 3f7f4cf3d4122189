/** How much one pass may take away without somebody looking. */
export type BrakeSettings = {
  /** Of all there are, from 0 to 1. */
  maxShare: number;
  /** So many may go whatever the share: else the last of few could never. */
  always: number;
};
export type Braked<T> = {
  remove: T[];
  /** Ids to be remembered until the next pass: what is missing now, and was not taken away. */
  suspects: string[];
  /** Present when the pass would have removed too much, and therefore removes nothing; an alarm. */
  stopped?: { removals: number; of: number; allowed: number };
};
type Candidates<T> = {
  /** What nothing of ours speaks for any more. */
  candidates: readonly T[];
  /** How many there are, those included. */
  total: number;
  /** Ids that were candidates of the pass before; left out where one pass is enough. */
  suspects?: ReadonlySet<string>;
};

/**
 * What a pass may remove. A list that was short for once, or records that could not be read, would otherwise take everybody's access
 * away (docs/spec/access.md#brakes-of-sync-jobs).
 */
export function brakeRemoval<T extends { id: string }>(
  { candidates, total, suspects }: Candidates<T>,
  { maxShare, always }: BrakeSettings,
): Braked<T> {
  const isDue = ({ id }: T) => suspects?.has(id) ?? true;
  const due = candidates.filter(isDue);
  const allowed = Math.max(always, Math.floor(total * maxShare));
  if (due.length > allowed) {
    const all = candidates.map(({ id }) => id);
    return { remove: [], suspects: all, stopped: { removals: due.length, of: total, allowed } };
  }
  const fresh = candidates.filter((candidate) => !isDue(candidate));
  return { remove: due, suspects: fresh.map(({ id }) => id) };
}
