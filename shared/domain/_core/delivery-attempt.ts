import { z } from 'zod';
import { instant } from './identifier.ts';

/** The progress of a delivery to another system. The delivery is an e-mail, or an event for a web hook. */
export const waiting = z.object({
  created: instant,
  /** Time of the next attempt. The previous attempt may still run until this time. */
  dueAt: instant,
  attempts: z.number().int().nonnegative(),
  /** Reason of the last failure. */
  lastError: z.string().optional(),
});
export type Waiting = z.infer<typeof waiting>;

const MINUTE_MS = 60_000;
const MAX_PAUSE_MS = 6 * 60 * MINUTE_MS;
const KEPT_MS = 14 * 24 * 60 * MINUTE_MS;

export const waitingFrom = (now: Date): Waiting => ({
  created: now.toISOString(),
  dueAt: now.toISOString(),
  attempts: 0,
});

/**
 * Whether an attempt may begin. A running attempt has already set `dueAt` to the time of the next attempt, so two
 * attempts do not run at the same time.
 */
export const isDue = ({ dueAt }: Waiting, now: Date): boolean => Date.parse(dueAt) <= now.getTime();

/**
 * Begins an attempt and sets the time of the next attempt. The first pause is one minute. Each pause is twice as long
 * as the one before, up to 6 hours.
 */
export function nextAttempt<T extends Waiting>(item: T, now: Date): T {
  const pauseMs = Math.min(MINUTE_MS * 2 ** item.attempts, MAX_PAUSE_MS);
  return { ...item, attempts: item.attempts + 1, dueAt: new Date(now.getTime() + pauseMs).toISOString() };
}

const MAX_POSTPONED = 6;
/**
 * Moves a delivery to a later time without an attempt, because its receiver is failing. The pause grows with the number
 * of failures, up to an hour.
 */
export function postponed<T extends Waiting>(item: T, now: Date, failures: number): T {
  const pauseMs = Math.min(MINUTE_MS * 2 ** Math.min(failures, MAX_POSTPONED), 60 * MINUTE_MS);
  return { ...item, dueAt: new Date(now.getTime() + pauseMs).toISOString() };
}

/** Whether the delivery is too old to be useful. Paddock tries deliveries for as long as it keeps dead letters. */
export const isOutOfTime = ({ created }: Waiting, now: Date): boolean => now.getTime() - Date.parse(created) >= KEPT_MS;

/**
 * After this number of failed attempts, a failure counts as lasting. Five attempts with their pauses take about a
 * quarter of an hour. A short disturbance of the other system is over by then.
 */
const LASTING_AFTER_ATTEMPTS = 5;
export const isLasting = ({ attempts }: Waiting): boolean => attempts >= LASTING_AFTER_ATTEMPTS;
