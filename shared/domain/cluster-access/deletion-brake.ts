/** Limits for the number of objects that one run of a sync job may remove without a check by an operator. */
export type BrakeSettings = {
  /** Share of all objects that may be removed, from 0 to 1. */
  maxShare: number;
  /** Number of objects that may always be removed. With a share alone, the last of a few objects could never be removed. */
  always: number;
};
export type Braked<T> = {
  remove: T[];
  /**
   * Ids of objects that this run wants removed but keeps. The next run gets them and removes an object if it also wants
   * it removed.
   */
  suspects: string[];
  /** Present if the run would have removed too much. It then removes nothing and raises an alarm. */
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
 * Decides what a run may remove. Without this limit an incomplete list, or unreadable records, could remove everybody's
 * access (docs/spec/access.md#brakes-of-sync-jobs).
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
