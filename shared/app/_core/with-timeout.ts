import { within } from '#shared/deadline';

/**
 * Runs work that calls backends while a caller waits. At the time limit, running requests are aborted, nothing more is
 * committed, and BackendUnavailable is thrown. Long work without requests must check `isLate` itself.
 */
export const withTimeout = <T>(timeoutMs: number, work: (isLate: () => boolean) => Promise<T>): Promise<T> =>
  within(timeoutMs, ({ isOver }) => work(isOver));
