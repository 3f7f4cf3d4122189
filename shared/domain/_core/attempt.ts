import { z } from 'zod';
import { instant } from './identifier.ts';

/** How something fares that waits to be handed over to somebody else. */
export const waiting = z.object({
  created: instant,
  /** When it is tried next; before that, somebody is at it. */
  dueAt: instant,
  attempts: z.number().int().nonnegative(),
  /** Why the last attempt has failed. */
  lastError: z.string().optional(),
});
export type Waiting = z.infer<typeof waiting>;

const MINUTE_MS = 60_000;
const LONGEST_PAUSE_MS = 6 * 60 * MINUTE_MS;
const KEPT_MS = 14 * 24 * 60 * MINUTE_MS;

export const waitingFrom = (now: Date): Waiting => ({
  created: now.toISOString(),
  dueAt: now.toISOString(),
  attempts: 0,
});

/** Whether nobody is at it. Whoever reads it after somebody has begun an attempt sees the next one's time. */
export const isDue = ({ dueAt }: Waiting, now: Date): boolean => Date.parse(dueAt) <= now.getTime();

/** The attempt that begins now: the next one comes after 1 minute, then twice as long each time, up to 6 hours. */
export function nextAttempt<T extends Waiting>(item: T, now: Date): T {
  const pauseMs = Math.min(MINUTE_MS * 2 ** item.attempts, LONGEST_PAUSE_MS);
  return { ...item, attempts: item.attempts + 1, dueAt: new Date(now.getTime() + pauseMs).toISOString() };
}

/** As long as a dead letter is kept; what nobody could deliver by then tells nobody anything. */
export const isOutOfTime = ({ created }: Waiting, now: Date): boolean => now.getTime() - Date.parse(created) >= KEPT_MS;

/** Four pauses, a quarter of an hour: whatever passes has passed by then. */
const LASTING_AFTER_ATTEMPTS = 5;
export const isLasting = ({ attempts }: Waiting): boolean => attempts >= LASTING_AFTER_ATTEMPTS;
