import { setTimeout as pause } from 'node:timers/promises';
import { OperatorError } from './operator-error.ts';

export interface Patience {
  /** The message when the time is over. */
  readonly tooLate: string;
  readonly timeoutMs: number;
  readonly intervalMs?: number;
  readonly signal?: AbortSignal;
}

/**
 * Looks every 100 ms, if nothing else is said, until the look answers something; what it answers is the result.
 * @throws OperatorError when the time is over, AbortError when the signal says so
 */
export async function until<T>(patience: Patience, look: () => Promise<T | undefined>): Promise<T> {
  const { tooLate, timeoutMs, intervalMs = 100, signal } = patience;
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new OperatorError(tooLate);
    await pause(intervalMs, undefined, { ...(signal && { signal }) });
  }
}
