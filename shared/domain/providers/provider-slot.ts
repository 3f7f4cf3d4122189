import { z } from 'zod';
import { instant, uuid } from '../_core/identifier.ts';

/**
 * One of the places for running steps at a provider (docs/spec/design.md#retries-in-the-state-machines). Its holder may
 * send requests. It expires when the holder has died.
 */
export const providerSlot = z.object({
  settingsUuid: uuid,
  number: z.number().int(),
  /** Unique for this attempt: only the holder can release the slot. */
  holder: uuid,
  operationUuid: uuid,
  clusterUuid: uuid,
  /** By then the Lambda that took it has ended. */
  expiresAt: instant,
});
export type ProviderSlot = z.infer<typeof providerSlot>;

/** Slots to try, in a different order for each holder, so that concurrent callers rarely collide. */
export function slotsToTry(holder: string, limit: number, taken: ReadonlySet<number>): number[] {
  const start = Number.parseInt(holder.slice(0, 8), 16) % limit;
  return Array.from({ length: limit }, (_, index) => (start + index) % limit).filter((number) => !taken.has(number));
}
