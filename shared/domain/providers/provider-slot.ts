import { z } from 'zod';
import { instant, uuid } from '../_core/identifier.ts';

/**
 * The right to run one step at a provider, of which each provider has a limited number
 * (docs/spec/design.md#retries-in-the-state-machines). Only the holder of a slot may send requests. A slot expires by
 * itself if its holder has died.
 */
export const providerSlot = z.object({
  settingsUuid: uuid,
  number: z.number().int(),
  /** Unique for this attempt, so that only the holder can release the slot. */
  holder: uuid,
  operationUuid: uuid,
  clusterUuid: uuid,
  /** When the slot expires. The Lambda that took the slot has ended by then. */
  expiresAt: instant,
});
export type ProviderSlot = z.infer<typeof providerSlot>;

/** The free slots to try, in an order that depends on the holder. Concurrent callers then rarely try the same slot. */
export function slotsToTry(holder: string, limit: number, taken: ReadonlySet<number>): number[] {
  const start = Number.parseInt(holder.slice(0, 8), 16) % limit;
  return Array.from({ length: limit }, (_, index) => (start + index) % limit).filter((number) => !taken.has(number));
}
