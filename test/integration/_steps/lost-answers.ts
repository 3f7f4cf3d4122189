import { expect } from 'vitest';
import type { Simulator } from '#test/contracts/start-simulator';

export type Creation = {
  /** The request whose answer is lost. */
  creates: string;
  /** The lists that do not yet show the new object. */
  lists: string;
  empty: object;
};

/** Errors that the state machines retry. Any other error would end the order. */
const RETRIED = ['BackendUnavailable', 'BackendThrottled', 'ProviderBusy', 'Conflict'];

/** Loses the answer to a creation. The next attempt gets outdated lists, and later attempts find the created object. */
export async function afterLostAnswer<T>(
  simulator: Simulator,
  { creates, lists, empty }: Creation,
  attempt: () => Promise<T>,
): Promise<void> {
  await simulator.plan({ kind: 'lose', method: 'POST', path: creates, nth: 1 });
  await expect(attempt()).rejects.toMatchObject({ name: 'BackendUnavailable' });
  await simulator.clearFaults();
  await simulator.plan({ kind: 'status', status: 200, method: 'GET', path: lists, body: empty });
  const error = await attempt().then(
    () => undefined,
    (failed: Error) => failed,
  );
  await simulator.clearFaults();
  if (error) expect([error.name, error.message]).toEqual([expect.toBeOneOf(RETRIED), expect.any(String)]);
}
