import { within } from '#shared/deadline';

/**
 * Runs work in backends while a caller waits. At the time limit it throws BackendUnavailable: running requests are
 * aborted, and nothing more is committed. Long work without requests must check `isLate` itself.
 */
export const withTimeout = <T>(timeoutMs: number, work: (isLate: () => boolean) => Promise<T>): Promise<T> =>
  within(timeoutMs, ({ isOver }) => work(isOver));
