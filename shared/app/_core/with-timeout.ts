import { within } from '#shared/deadline';

/**
 * Calls backends while a caller waits. At the time limit it throws BackendUnavailable. Running requests are then
 * aborted, and nothing more is committed. Long work without requests must check `isLate` itself.
 */
export const withTimeout = <T>(timeoutMs: number, work: (isLate: () => boolean) => Promise<T>): Promise<T> =>
  within(timeoutMs, ({ isOver }) => work(isOver));
