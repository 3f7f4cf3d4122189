import { z } from 'zod';
import { instant, uuid } from '../_core/identifier.ts';

/**
 * A slot: the right to run one step at a provider (docs/spec/design.md#retries-in-the-state-machines). Each provider
 * has a limited number of slots, and a step may send requests only while it holds a slot. A slot expires by itself if
 * its holder has crashed.
 */
export const providerSlot = z.object({
  settingsUuid: uuid,
  number: z.number().int(),
  /** An id of this attempt, so that only the holder can release the slot. */
  holder: uuid,
  operationUuid: uuid,
  clusterUuid: uuid,
  /** Time when the slot expires. The Lambda function that took the slot has ended before this time. */
  expiresAt: instant,
});
export type ProviderSlot = z.infer<typeof providerSlot>;

/**
 * The free slots to try, in an order that depends on the holder. Steps that start at the same time then rarely try the
 * same slot.
 */
export function slotsToTry(holder: string, limit: number, taken: ReadonlySet<number>): number[] {
  const start = Number.parseInt(holder.slice(0, 8), 16) % limit;
  return Array.from({ length: limit }, (_, index) => (start + index) % limit).filter((number) => !taken.has(number));
}
