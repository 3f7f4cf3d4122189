import type { MachinePools, StoredPool } from '../../clusters/machine-pools.ts';
import { countFailed, poolStall, type SeenCreation } from '../operations/failed-machines.ts';
import { afterObservation } from '../scaling/quantity.ts';
import { runningMachines, type SizedMachine, withSizes } from './running-machines.ts';

/** What Rancher shows of a cluster's machines and MachineDeployments in one observation. */
export type SeenPools = {
  machines: readonly (SeenCreation & SizedMachine & { poolName: string; serverName: string })[];
  deployments: readonly { poolName: string; replicas: number; templateName: string }[];
  /** The tenant's flavors. Needed only for machines whose size is not known yet. */
  flavors?: readonly { id: string; vcpus: number; ramMb: number }[];
};

type Sizes = MachinePools['flavors'];

function observePool(pool: StoredPool, { machines, deployments }: SeenPools, sizes: Sizes, now: Date): StoredPool {
  const { name, quantity } = pool.spec;
  const deployment = deployments.find(({ poolName }) => poolName === name);
  const own = machines.filter(({ poolName }) => poolName === name);
  const { failed: before, stall: known, ...kept } = afterObservation(pool, deployment?.replicas);
  const failed = countFailed(before, { configName: deployment?.templateName ?? '', machines: own }, now);
  const stall = known ?? poolStall({ name, quantity }, failed);
  const running = runningMachines(pool.spec, own, sizes ?? {}) ?? pool.running;
  return { ...kept, ...(running && { running }), ...(failed && { failed }), ...(stall && { stall }) };
}

/**
 * The pools after an observation: names of new machines are added, running and failed machines are counted, and a
 * person's quantity that is reached belongs to the autoscaler again. A pool stays stalled until somebody changes it.
 */
export function observePools(known: MachinePools, seen: SeenPools, now: Date): MachinePools {
  const names = seen.machines.flatMap(({ name, serverName }) => (serverName === '' ? [name] : [name, serverName]));
  const sized = withSizes(known, seen.machines, seen.flavors ?? []);
  return {
    ...sized,
    pools: sized.pools.map((pool) => observePool(pool, seen, sized.flavors, now)),
    machineNames: [...new Set([...known.machineNames, ...names])],
  };
}
