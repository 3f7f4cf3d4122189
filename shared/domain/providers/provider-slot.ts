import { z } from 'zod';
import { instant, uuid } from '../_core/identifier.ts';

/**
 * One of the places a provider has for steps at work (docs/spec/design.md#retries-in-the-state-machines): who holds one may send it
 * requests. It runs out by itself when its holder has died.
 */
export const providerSlot = z.object({
  settingsUuid: uuid,
  number: z.number().int(),
  /** Of this attempt alone: whoever does not know it cannot give the slot back. */
  holder: uuid,
  operationUuid: uuid,
  clusterUuid: uuid,
  /** A Lambda that took it is dead by then, whatever it was doing. */
  expiresAt: instant,
});
export type ProviderSlot = z.infer<typeof providerSlot>;

/** Slots to try, in an order that differs from holder to holder, so that those who come together meet at few of them. */
export function slotsToTry(holder: string, limit: number, taken: ReadonlySet<number>): number[] {
  const start = Number.parseInt(holder.slice(0, 8), 16) % limit;
  return Array.from({ length: limit }, (_, index) => (start + index) % limit).filter((number) => !taken.has(number));
}
