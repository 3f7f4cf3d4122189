import type { MachinePools, PoolChange, StoredPool } from '../../clusters/machine-pools.ts';
import { type PoolMachineSpec, poolMachineSpec, poolSpec } from '../../planning/pools/pool-spec.ts';
import { isSameContent } from '../rendering/compact-json.ts';
import { TIERS, tierOf } from './pool-machine.ts';
import type { WantedChange } from './wanted-pools.ts';

const machineOf = ({ spec }: StoredPool): PoolMachineSpec => poolMachineSpec.parse(spec);

/** Machines that a person has named in a request for a change. */
export type NamedMachines = Partial<Pick<PoolChange, 'chosen' | 'deleted' | 'forced'>>;

/**
 * The change from the current pools to the wanted pools. Pools whose machines are replaced are listed in the order in
 * which Paddock changes them in Rancher: etcd first, workers last.
 */
export function poolChangeOf(
  before: Pick<MachinePools, 'pools'>,
  wanted: Pick<MachinePools, 'pools'>,
  { chosen = [], deleted = [], forced = [] }: NamedMachines = {},
): PoolChange {
  const rolling = wanted.pools.flatMap((pool) => {
    const old = before.pools.find(({ spec }) => spec.name === pool.spec.name);
    const isRolled = old && !isSameContent(machineOf(old), machineOf(pool));
    return isRolled ? [{ name: pool.spec.name, tier: tierOf(pool.spec), machine: machineOf(old) }] : [];
  });
  const inOrder = TIERS.flatMap((tier) => rolling.filter((one) => one.tier === tier));
  return {
    rolling: inOrder.map(({ name, machine }) => ({ name, machine })),
    rolled: 0,
    chosen: [...chosen],
    deleted: [...deleted],
    forced: [...forced],
  };
}

/** The pool with the given machine spec in place of its own machine spec. */
function withMachine(pool: StoredPool, machine: PoolMachineSpec): StoredPool {
  const isOfMachine = (field: string): boolean => field in poolMachineSpec.shape;
  const others = Object.entries(pool.spec).filter(([field]) => !isOfMachine(field));
  return { ...pool, spec: poolSpec.parse({ ...Object.fromEntries(others), ...machine }) };
}

/**
 * The pools as Rancher has them at this stage of the change. Paddock changes one pool after the other, because Rancher
 * would otherwise replace the machines of all changed pools at once. Until its turn, a pool keeps its old machine spec.
 */
export function stagedPools(machinePools: MachinePools, change: PoolChange | undefined): MachinePools {
  const waiting = change?.rolling.slice(change.rolled) ?? [];
  if (waiting.length === 0) return machinePools;
  const pools = machinePools.pools.map((pool) => {
    const old = waiting.find(({ name }) => name === pool.spec.name);
    return old ? withMachine(pool, old.machine) : pool;
  });
  return { ...machinePools, pools };
}

/** Whether the change is complete after the first `rolled` pools have been changed. */
export const isLastStage = ({ rolling }: PoolChange, rolled: number): boolean => rolled >= rolling.length;

/** Both lists of machines, each machine once. */
const together = (one: readonly string[] = [], other: readonly string[] = []): string[] => [
  ...new Set([...one, ...other]),
];

/**
 * A change that continues an interrupted change. It starts from the pools as Rancher has them now, and includes the
 * machines that the interrupted change has named.
 */
export function continuedChange(
  machinePools: MachinePools,
  interrupted: PoolChange | undefined,
  { machinePools: wanted, ...named }: WantedChange,
): { before: MachinePools; poolChange: PoolChange } {
  const before = stagedPools(machinePools, interrupted);
  const poolChange = poolChangeOf(before, wanted, {
    chosen: together(interrupted?.chosen, named.chosen),
    deleted: together(interrupted?.deleted, named.deleted),
    forced: together(interrupted?.forced, named.forced),
  });
  return { before, poolChange };
}
