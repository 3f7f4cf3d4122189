import { within } from '#shared/deadline';

/**
 * Runs work in backends while a caller waits. Throws BackendUnavailable when the time is over: requests under way are
 * aborted, and nothing more is committed. Long work without requests asks `isLate` before it goes on.
 */
export const withTimeout = <T>(timeoutMs: number, work: (isLate: () => boolean) => Promise<T>): Promise<T> =>
  within(timeoutMs, ({ isOver }) => work(isOver));
