import { z } from 'zod';
import { instant, type Uuid, uuid } from '../_core/identifier.ts';

const healingTry = z.object({
  /** The node that is lost or must be replaced. */
  nodeUuid: uuid,
  attempts: z.number().int(),
  /** When the last attempt began. */
  at: instant,
  /** The new node that the last attempt has made. */
  madeUuid: uuid.optional(),
});
export type HealingTry = z.infer<typeof healingTry>;

/** What autohealing has tried in a cluster. */
export const healingRecord = z.object({
  tries: z.array(healingTry),
  /** Says to users why autohealing does not replace a lost node. Empty if nothing stops it. */
  held: z.string(),
});
export type HealingRecord = z.infer<typeof healingRecord>;
export const NOTHING_HEALED: HealingRecord = { tries: [], held: '' };

/**
 * Maximum number of entries, so that the record stays small. It should never be reached, because nodes are healed one
 * at a time and old entries are removed.
 */
const MAX_TRIES = 100;

const secondsFrom = (earlier: string, later: string): number => (Date.parse(later) - Date.parse(earlier)) / 1000;

/**
 * Finds the earlier attempts to replace a lost node. The lost node may itself be a replacement. If it was lost less
 * than `minHealthySeconds` after its creation began, returns the attempts for the node that it replaced. Otherwise
 * Paddock would create machines for ever in a cloud that deletes every new machine.
 */
export function tryOf(
  { tries }: Pick<HealingRecord, 'tries'>,
  { nodeUuid, since }: { nodeUuid: Uuid; since: string },
  minHealthySeconds: number,
): HealingTry | undefined {
  const isInItsPlace = ({ madeUuid, at }: HealingTry) =>
    madeUuid === nodeUuid && secondsFrom(at, since) < minHealthySeconds;
  return tries.find((item) => item.nodeUuid === nodeUuid) ?? tries.find(isInItsPlace);
}

/**
 * The attempts that still count. An attempt counts for `minHealthySeconds` after it began. After this time, the attempt
 * counts only while its node or the replacement is lost.
 */
export const triesThatCount = (
  tries: readonly HealingTry[],
  lost: ReadonlySet<Uuid>,
  now: string,
  minHealthySeconds: number,
): HealingTry[] =>
  tries.filter(
    ({ nodeUuid, madeUuid = nodeUuid, at }) =>
      lost.has(nodeUuid) || lost.has(madeUuid) || secondsFrom(at, now) < minHealthySeconds,
  );

type Attempt = Omit<HealingTry, 'attempts'> & { since: string };
type Counting = { lost: ReadonlySet<Uuid>; minHealthySeconds: number };

/** The record with one more attempt for a node that was lost at `since`. Attempts that no longer count are removed. */
export function triedAgain(
  { tries }: HealingRecord,
  { nodeUuid, since, at, madeUuid }: Attempt,
  { lost, minHealthySeconds }: Counting,
): HealingRecord {
  const { attempts = 0 } = tryOf({ tries }, { nodeUuid, since }, minHealthySeconds) ?? {};
  const made = madeUuid ?? tries.find((item) => item.nodeUuid === nodeUuid)?.madeUuid;
  const again = { nodeUuid, at, attempts: attempts + 1, ...(made !== undefined && { madeUuid: made }) };
  const others = triesThatCount(tries, lost, at, minHealthySeconds).filter((item) => item.nodeUuid !== nodeUuid);
  return { tries: [...others, again].slice(-MAX_TRIES), held: '' };
}
