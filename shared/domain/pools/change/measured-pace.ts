import type { Pace } from './change-plan.ts';
import type { PoolMachine } from './pool-machine.ts';

const secondsUntilReady = ({ createdAt, readyAt }: PoolMachine): number[] => {
  const seconds = (Date.parse(readyAt ?? '') - Date.parse(createdAt)) / 1000;
  return seconds >= 0 ? [Math.round(seconds)] : [];
};

/**
 * The median time, in whole seconds, from the creation of a cluster's machine until its node was ready. Rancher shows
 * only the last time at which a node became ready. So the value is too large for a node that was not ready for a while.
 * The median ignores such single values. `createSeconds` is undefined if no machine is ready.
 */
export function measuredPace(machines: readonly PoolMachine[]): Pace {
  const seconds = machines.flatMap(secondsUntilReady).sort((a, b) => a - b);
  return { createSeconds: seconds[Math.floor(seconds.length / 2)] };
}
