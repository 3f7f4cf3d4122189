import { z } from 'zod';
import { instant, type Uuid, uuid } from '../_core/identifier.ts';

const healingTry = z.object({
  /** Of the node that was lost, or is to be replaced. */
  nodeUuid: uuid,
  attempts: z.number().int(),
  /** When the last one began. */
  at: instant,
  /** What it made. */
  madeUuid: uuid.optional(),
});
export type HealingTry = z.infer<typeof healingTry>;

/** What autohealing has tried for a cluster. */
export const healingRecord = z.object({
  tries: z.array(healingTry),
  /** Why it does nothing though something is to be healed, for users; empty where it does, or nothing is. */
  held: z.string(),
});
export type HealingRecord = z.infer<typeof healingRecord>;
export const NOTHING_HEALED: HealingRecord = { tries: [], held: '' };

/** Nodes are healed one at a time, and most is forgotten before there are so many; a record has an end. */
const MOST_TRIES = 100;

const secondsFrom = (earlier: string, later: string): number => (Date.parse(later) - Date.parse(earlier)) / 1000;

/**
 * What was tried for a node that is lost. One that was made in another's place and has not lasted is another attempt at that: else a
 * cloud that takes every new machine away would be given new ones for ever.
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

/** Without those of nodes that are all right, as is what was made in their place, and have been for long enough. */
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

/** Once more for this node, lost since then; what was tried for nodes that are all right by now is forgotten. */
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
