import { BackendUnavailable } from '../errors.ts';

/**
 * For work in backends that a caller waits for. Throws BackendUnavailable once the time is over; what is under way then may still
 * end, and asks `isLate` before it begins anything else.
 */
export async function inTime<T>(timeoutMs: number, work: (isLate: () => boolean) => Promise<T>): Promise<T> {
  let isLate = false;
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    isLate = true;
    reject(new BackendUnavailable('the backend did not answer in time'));
  }, timeoutMs);
  try {
    return await Promise.race([work(() => isLate), late]);
  } finally {
    clearTimeout(timer);
  }
}
