import { z } from 'zod';
import { instant, uuid } from '../_core/identifier.ts';

/**
 * A slot: the right to run one step at a provider (docs/spec/design.md#retries-in-the-state-machines). Each provider
 * has a limited number of slots. A step may send requests to the provider only while it has a slot. If the step
 * crashes, the slot expires by itself.
 */
export const providerSlot = z.object({
  settingsUuid: uuid,
  number: z.number().int(),
  /** Id of the step's attempt that has the slot. Only this attempt can release the slot. */
  holder: uuid,
  operationUuid: uuid,
  clusterUuid: uuid,
  /** The time when the slot expires. The Lambda function that took the slot has ended before this time. */
  expiresAt: instant,
});
export type ProviderSlot = z.infer<typeof providerSlot>;

/**
 * The free slots to try. Their order depends on the holder, so that steps which start at the same time rarely try the
 * same slot.
 */
export function slotsToTry(holder: string, limit: number, taken: ReadonlySet<number>): number[] {
  const start = Number.parseInt(holder.slice(0, 8), 16) % limit;
  return Array.from({ length: limit }, (_, index) => (start + index) % limit).filter((number) => !taken.has(number));
}
