import type { MachinePools, StoredPool } from '../../clusters/machine-pools.ts';
import { afterObservation } from '../scaling/quantity.ts';
import { countFailed, poolStall, type SeenCreation } from './failed-machines.ts';
import { type DeploymentNumbers, poolCounts } from './pool-counts.ts';
import { type ListedFlavor, runningMachines, type SizedMachine, withSizes } from './running-machines.ts';

type NamedMachine = { name: string; serverName: string };
type SeenDeployment = DeploymentNumbers & { poolName: string; templateName: string };

/** A cluster's machines and MachineDeployments, as Rancher shows them in one observation. */
export type SeenPools = {
  machines: readonly (NamedMachine & SeenCreation & SizedMachine & { poolName: string })[];
  deployments: readonly SeenDeployment[];
  /** Flavors of the tenants. Needed only for machines whose size is not known yet. */
  flavors?: readonly ListedFlavor[];
};
type Sizes = MachinePools['flavors'];

/**
 * Whether machines of the pool are missing or not ready. A paused pool is never unhealthy, because somebody has paused
 * it on purpose.
 */
function isUnhealthy({ spec }: StoredPool, deployment: SeenDeployment | undefined): boolean {
  if (spec.paused) return false;
  if (!deployment) return spec.quantity > 0;
  const { pending, unavailable } = poolCounts(deployment);
  return pending + unavailable > 0;
}

function observePool(known: StoredPool, { machines, deployments }: SeenPools, sizes: Sizes, now: Date): StoredPool {
  const { name, quantity } = known.spec;
  const deployment = deployments.find(({ poolName }) => poolName === name);
  const own = machines.filter(({ poolName }) => poolName === name);
  const { failed: before, stall: stalled, running: ran, unhealthySince, ...kept } = afterObservation(known, deployment);
  const failed = countFailed(before, { configName: deployment?.templateName ?? '', machines: own }, now);
  const stall = stalled ?? poolStall({ name, quantity }, failed);
  const running = runningMachines(known.spec, own, sizes ?? {}) ?? ran;
  return {
    ...kept,
    ...(running && { running }),
    ...(isUnhealthy(known, deployment) && { unhealthySince: unhealthySince ?? now.toISOString() }),
    ...(failed && { failed }),
    ...(stall && { stall }),
  };
}

/** Adds the names of machines that were not known yet. These names stay when the machines are gone. */
export function withMachineNames(known: MachinePools, machines: readonly NamedMachine[]): MachinePools {
  const names = machines.flatMap(({ name, serverName }) => (serverName === '' ? [name] : [name, serverName]));
  return { ...known, machineNames: [...new Set([...known.machineNames, ...names])] };
}

/**
 * The pools after an observation. The names of new machines are added. Running machines and failed machines are
 * counted. Numbers that the autoscaler has chosen are recorded. A pool stays stalled until somebody changes the pool.
 */
export function observePools(known: MachinePools, seen: SeenPools, now: Date): MachinePools {
  const sized = withSizes(withMachineNames(known, seen.machines), seen.machines, seen.flavors ?? []);
  return { ...sized, pools: sized.pools.map((pool) => observePool(pool, seen, sized.flavors, now)) };
}
