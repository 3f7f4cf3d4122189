import type { PoolClusterSpec } from '../../planning/pools/cluster-spec.ts';
import type { PoolMachine, Tier } from './pool-machine.ts';

type Strategy = Pick<PoolClusterSpec['upgradeStrategy'], 'controlPlaneConcurrency' | 'workerConcurrency'>;

/**
 * How many of `count` machines change at the same time. Members of etcd change one by one. A concurrency is a number, a
 * percentage that is rounded up, or 0 for all machines.
 */
export function concurrencyOf(tier: Tier, count: number, strategy: Strategy): number {
  if (tier === 'etcd') return 1;
  const wanted = tier === 'control-plane' ? strategy.controlPlaneConcurrency : strategy.workerConcurrency;
  const number = Number(wanted.replace('%', ''));
  if (number === 0) return Math.max(count, 1);
  return wanted.endsWith('%') ? Math.max(1, Math.ceil((count * number) / 100)) : number;
}

/** The names of the machines, in groups that change at the same time. The order of the machines stays. */
export function wavesOf(tier: Tier, machines: readonly PoolMachine[], strategy: Strategy): string[][] {
  const names = machines.map(({ name }) => name);
  const size = concurrencyOf(tier, names.length, strategy);
  return Array.from({ length: Math.ceil(names.length / size) }, (_, index) =>
    names.slice(index * size, (index + 1) * size),
  );
}
