import { portProblems, type ReachableMachine } from '../checks/check-ports.ts';
import type { TenantFacts } from '../cloud-facts.ts';
import { isWorkerOnly, type PoolSpec } from './pool-spec.ts';

/** CIDRs of all networks to which machines of the pools are connected. */
export function machineNetworks(
  pools: readonly Pick<PoolSpec, 'networkId'>[],
  { subnets }: Pick<TenantFacts, 'subnets'>,
): string[] {
  const networks = new Set(pools.map(({ networkId }) => networkId));
  return [...new Set(subnets.filter(({ networkId }) => networks.has(networkId)).map(({ cidr }) => cidr))];
}

/**
 * At most two machines represent all machines of a pool. With a single machine, the check would not find ports that are
 * blocked between machines of the same pool.
 */
const MACHINES_TO_CHECK = 2;

function machinesOf(pool: PoolSpec, { subnets }: TenantFacts): ReachableMachine[] {
  const subnetId = subnets.find(({ networkId }) => networkId === pool.networkId)?.id;
  if (subnetId === undefined) return [];
  const role = isWorkerOnly(pool) ? 'agent' : 'server';
  const machine: ReachableMachine = { role, subnetId, securityGroupIds: pool.securityGroupIds };
  return Array.from({ length: Math.min(pool.quantity, MACHINES_TO_CHECK) }, () => machine);
}

/** Errors about ports that machines of the pools need, but that the machines' security groups block. */
export const poolPortProblems = (pools: readonly PoolSpec[], tenant: TenantFacts): string[] =>
  portProblems(
    pools.flatMap((pool) => machinesOf(pool, tenant)),
    tenant,
  );
