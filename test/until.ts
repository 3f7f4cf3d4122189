import { setTimeout as pause } from 'node:timers/promises';

/**
 * Looks every 100 ms until the look answers something; what it answers is the result.
 * @throws Error with what was waited for, when the deadline passes
 */
export async function until<T>(what: string, timeoutMs: number, look: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`${what} did not happen within ${timeoutMs} ms`);
    await pause(100);
  }
}
