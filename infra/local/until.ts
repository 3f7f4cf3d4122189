import { setTimeout as pause } from 'node:timers/promises';
import { OperatorError } from './operator-error.ts';

export interface Patience {
  /** Message of the error that is thrown at the time limit. */
  readonly tooLate: string;
  readonly timeoutMs: number;
  readonly intervalMs?: number;
  readonly signal?: AbortSignal;
}

/**
 * Repeats a check until the check returns a value, and returns this value. Default interval: 100 ms.
 * @throws OperatorError at the time limit, and AbortError after the signal
 */
export async function until<T>(patience: Patience, check: () => Promise<T | undefined>): Promise<T> {
  const { tooLate, timeoutMs, intervalMs = 100, signal } = patience;
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const found = await check();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new OperatorError(tooLate);
    await pause(intervalMs, undefined, { ...(signal && { signal }) });
  }
}
