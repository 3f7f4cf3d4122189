import { z } from 'zod';
import { instant } from './identifier.ts';

/** Progress of something that has to be delivered to another system. */
export const waiting = z.object({
  created: instant,
  /** Time of the next attempt. Before that time, an attempt may be running. */
  dueAt: instant,
  attempts: z.number().int().nonnegative(),
  /** Reason of the last failure. */
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

/** Whether no attempt is running. After an attempt has begun, readers see the time of the next one. */
export const isDue = ({ dueAt }: Waiting, now: Date): boolean => Date.parse(dueAt) <= now.getTime();

/** Begins an attempt. The next one follows after 1 minute, then after twice the time, up to 6 hours. */
export function nextAttempt<T extends Waiting>(item: T, now: Date): T {
  const pauseMs = Math.min(MINUTE_MS * 2 ** item.attempts, LONGEST_PAUSE_MS);
  return { ...item, attempts: item.attempts + 1, dueAt: new Date(now.getTime() + pauseMs).toISOString() };
}

/** The retention of a dead letter. After it a delivery has no more use. */
export const isOutOfTime = ({ created }: Waiting, now: Date): boolean => now.getTime() - Date.parse(created) >= KEPT_MS;

/** Four pauses, about a quarter of an hour: short disturbances have ended by then. */
const LASTING_AFTER_ATTEMPTS = 5;
export const isLasting = ({ attempts }: Waiting): boolean => attempts >= LASTING_AFTER_ATTEMPTS;
