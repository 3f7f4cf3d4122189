import { z } from 'zod';
import { instant, type Uuid, uuid } from './identifier.ts';

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

/** Once more for this node; what was tried for nodes that are all right by now is forgotten. */
export function triedAgain(
  { tries }: HealingRecord,
  lost: ReadonlySet<Uuid>,
  { nodeUuid, at, madeUuid }: Omit<HealingTry, 'attempts'>,
): HealingRecord {
  const others = tries.filter((item) => item.nodeUuid !== nodeUuid && lost.has(item.nodeUuid));
  const { attempts = 0, madeUuid: madeBefore } = tries.find((item) => item.nodeUuid === nodeUuid) ?? {};
  const made = madeUuid ?? madeBefore;
  const again = { nodeUuid, at, attempts: attempts + 1, ...(made !== undefined && { madeUuid: made }) };
  return { tries: [...others, again], held: '' };
}
