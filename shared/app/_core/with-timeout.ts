import { within } from '#shared/deadline';

/**
 * For work in backends that a caller waits for. Throws BackendUnavailable once the time is over: what is under way in backends is
 * aborted then, and it commits nothing more. Work that asks no backend for a while asks `isLate` before it goes on.
 */
export const withTimeout = <T>(timeoutMs: number, work: (isLate: () => boolean) => Promise<T>): Promise<T> =>
  within(timeoutMs, ({ isOver }) => work(isOver));
