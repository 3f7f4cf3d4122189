import { expect } from 'vitest';
import type { Simulator } from '#test/contracts/start-simulator';

export type Creation = {
  /** The request that loses its answer. */
  creates: string;
  /** The lists that lack what was made a moment ago. */
  lists: string;
  /** What such a list looks like. */
  empty: object;
};

/** What state machines try again; anything else would end the order. */
const RETRIED = ['BackendUnavailable', 'BackendThrottled', 'ProviderBusy', 'Conflict'];

/** The answer to a creation is lost, the attempt behind it finds old lists, and further ones find what there is. */
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
