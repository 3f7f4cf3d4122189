import type { Pace } from './change-plan.ts';
import type { PoolMachine } from './pool-machine.ts';

const secondsUntilReady = ({ createdAt, readyAt }: PoolMachine): number[] => {
  const seconds = (Date.parse(readyAt ?? '') - Date.parse(createdAt)) / 1000;
  return seconds >= 0 ? [Math.round(seconds)] : [];
};

/**
 * How long machines of the cluster took from their creation until their nodes were ready. The result is the median,
 * because single values may be too large. If a node was away for a while, only the later time when it was ready again
 * is known. Empty if no machine is ready.
 */
export function measuredPace(machines: readonly PoolMachine[]): Pace {
  const seconds = machines.flatMap(secondsUntilReady).sort((a, b) => a - b);
  return { createSeconds: seconds[Math.floor(seconds.length / 2)] };
}
