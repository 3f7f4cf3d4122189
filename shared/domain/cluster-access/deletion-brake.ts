/** Limits on the number of objects that one run of a sync job may remove without a check by an operator. */
export type BrakeSettings = {
  /** The share of all objects that a run may remove, from 0 to 1. */
  maxShare: number;
  /**
   * A run may always remove this number of objects. With `maxShare` alone, not even one of a few objects could be
   * removed.
   */
  always: number;
};
export type Braked<T> = {
  remove: T[];
  /**
   * Ids of candidates that this run does not remove yet. The next run removes the objects that are still candidates
   * then.
   */
  suspects: string[];
  /**
   * Facts about a run that was stopped because it had too many candidates. Such a run removes nothing and raises an
   * alarm.
   */
  stopped?: { removals: number; of: number; allowed: number };
};
type Candidates<T> = {
  /** Objects that no record of Paddock needs any more. */
  candidates: readonly T[];
  /** Number of all objects of this kind, including the candidates. */
  total: number;
  /**
   * Ids of objects that were already candidates in the previous run. Undefined if the first run that finds an object
   * may remove the object.
   */
  suspects?: ReadonlySet<string>;
};

/**
 * Decides which objects a run may remove. The limits protect against wrong input. An incomplete list, or records that
 * cannot be read, could otherwise remove the access of all users (docs/spec/access.md#brakes-of-sync-jobs).
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
