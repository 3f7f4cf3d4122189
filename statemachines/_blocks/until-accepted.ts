import type { Deadlines } from '../deadlines.ts';
import type { Deadline } from './poll-until.ts';

/**
 * The deadline of a write to the cluster's object in Rancher. Rancher also changes this object, so the write may fail
 * with a conflict. The write is repeated until it succeeds, or until `upgradeStarted` seconds have passed.
 * @param what what Rancher has to accept, for the error's sentence
 */
export const untilAccepted = (
  { upgradeStarted: afterSeconds }: Pick<Deadlines, 'upgradeStarted'>,
  what: string,
  error: string,
): Deadline => ({
  afterSeconds,
  error,
  cause: `Rancher did not accept ${what} within ${afterSeconds} s, because the cluster was being changed at each attempt.`,
});
