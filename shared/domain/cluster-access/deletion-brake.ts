/** Limits for the number of objects that one run of a sync job may remove without a check by an operator. */
export type BrakeSettings = {
  /** Share of all objects that may be removed, from 0 to 1. */
  maxShare: number;
  /**
   * Number of objects that may always be removed. With only a share, the last of a few objects could never be removed.
   */
  always: number;
};
export type Braked<T> = {
  remove: T[];
  /** Ids of candidates that this run does not remove. The next run removes those that are candidates again. */
  suspects: string[];
  /** Present if too many objects would have been removed. The run then removes nothing and raises an alarm. */
  stopped?: { removals: number; of: number; allowed: number };
};
type Candidates<T> = {
  /** Objects that no record of ours needs, and that may be removed. */
  candidates: readonly T[];
  /** Number of all objects of this kind, including the candidates. */
  total: number;
  /** Ids that were candidates in the previous run already. Absent if one run is enough to remove an object. */
  suspects?: ReadonlySet<string>;
};

/**
 * Decides which objects a run may remove. Without this limit, an incomplete list or unreadable records could remove the
 * access of all users (docs/spec/access.md#brakes-of-sync-jobs).
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
