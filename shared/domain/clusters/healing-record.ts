import { z } from 'zod';
import { instant, type Uuid, uuid } from '../_core/identifier.ts';

const healingTry = z.object({
  /** The node that was lost, or that has to be replaced. */
  nodeUuid: uuid,
  attempts: z.number().int(),
  /** Start of the last attempt. */
  at: instant,
  /** The node that was made by the attempt. */
  madeUuid: uuid.optional(),
});
export type HealingTry = z.infer<typeof healingTry>;

/** The attempts of autohealing for a cluster. */
export const healingRecord = z.object({
  tries: z.array(healingTry),
  /** Text for users about why autohealing does not replace a lost node. Empty if nothing prevents autohealing. */
  held: z.string(),
});
export type HealingRecord = z.infer<typeof healingRecord>;
export const NOTHING_HEALED: HealingRecord = { tries: [], held: '' };

/**
 * Maximum number of attempts, so that the record stays small. Nodes are healed one at a time, and attempts are
 * forgotten before there are this many.
 */
const MOST_TRIES = 100;

const secondsFrom = (earlier: string, later: string): number => (Date.parse(later) - Date.parse(earlier)) / 1000;

/**
 * The attempts for a lost node. If the lost node was itself a replacement and did not last, its attempts continue those
 * of the first node. Otherwise Paddock would make machines forever in a cloud that deletes every new machine.
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
 * The attempts that still count. An attempt is forgotten if neither the node nor its replacement is lost, and enough
 * time has passed since the attempt.
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

/**
 * The record with one more attempt for a node that was lost at `since`. Attempts for nodes that are healthy now are
 * removed.
 */
export function triedAgain(
  { tries }: HealingRecord,
  { nodeUuid, since, at, madeUuid }: Attempt,
  { lost, minHealthySeconds }: Counting,
): HealingRecord {
  const { attempts = 0 } = tryOf({ tries }, { nodeUuid, since }, minHealthySeconds) ?? {};
  const made = madeUuid ?? tries.find((item) => item.nodeUuid === nodeUuid)?.madeUuid;
  const again = { nodeUuid, at, attempts: attempts + 1, ...(made !== undefined && { madeUuid: made }) };
  const others = triesThatCount(tries, lost, at, minHealthySeconds).filter((item) => item.nodeUuid !== nodeUuid);
  return { tries: [...others, again].slice(-MOST_TRIES), held: '' };
}
