import type { Uuid } from '#shared/domain/_core/identifier';
import { portProblems, type ReachableMachine } from '#shared/domain/planning/check-ports';
import { quotaProblems } from '#shared/domain/planning/check-tenant-quotas';
import type { TenantFacts } from '#shared/domain/planning/cloud-facts';
import type { OrderAttributes } from '#shared/domain/planning/order-attributes';
import type { Plan, PlanFacts } from '#shared/domain/planning/plan';
import { planPool } from '#shared/domain/planning/pools/plan-pool';
import { needsOfMachines } from '#shared/domain/planning/pools/pool-needs';
import { isWorkerOnly, type PoolSpec } from '#shared/domain/planning/pools/pool-spec';
import { nodeNetworkProblems } from '#shared/domain/pools/order/cluster-problems';
import { DEFAULT_POOL_SETTINGS } from '#shared/domain/pools/order/default-settings';
import { diskProblems, poolsErrors } from '#shared/domain/pools/order/pool-problems';
import { type FieldErrors, Invalid, noObject } from '#shared/errors';

const networksOf = (pools: readonly PoolSpec[], { subnets }: TenantFacts): string[] => {
  const networks = new Set(pools.map(({ networkId }) => networkId));
  return [...new Set(subnets.filter(({ networkId }) => networks.has(networkId)).map(({ cidr }) => cidr))];
};

/**
 * Plans the pools of an order. Throws Invalid with an error for everything that the tenant does not have. Rules that
 * need no cloud are in `order-errors.ts`.
 */
export function planPools({ tenantUuid, pools: asked = [], poolSettings }: OrderAttributes, facts: PlanFacts): Plan {
  const tenant = facts.tenants.get(tenantUuid ?? '');
  if (!tenant) throw noObject('tenant');
  const { imageUser: sshUser } = facts;
  const planned = asked.map((request) => planPool(request, { ...facts, tenant, sshUser }));
  const pools = planned.flatMap(({ spec }) => spec ?? []);
  const nodeCidrs = networksOf(pools, tenant);
  const each = planned.map(({ spec, errors }) => errors ?? diskProblems(spec, tenant));
  const errors = {
    ...nodeNetworkProblems(poolSettings ?? DEFAULT_POOL_SETTINGS, nodeCidrs),
    ...poolsErrors({ each, together: [] }),
  };
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
  return { nodes: [], pools, nodeCidrs };
}

/** Two machines stand for all machines of a pool. One alone would not show how machines of a pool reach each other. */
const MACHINES_TO_CHECK = 2;

function machinesOf(pool: PoolSpec, { subnets }: TenantFacts): ReachableMachine[] {
  const subnetId = subnets.find(({ networkId }) => networkId === pool.networkId)?.id;
  if (subnetId === undefined) return [];
  const role = isWorkerOnly(pool) ? 'agent' : 'server';
  const machine: ReachableMachine = { role, subnetId, securityGroupIds: pool.securityGroupIds };
  return Array.from({ length: Math.min(pool.quantity, MACHINES_TO_CHECK) }, () => machine);
}

/** Quotas of the tenant that the pools would exceed, and ports between their machines that are blocked. */
export function poolProblems({ pools = [] }: Plan, tenants: ReadonlyMap<Uuid, TenantFacts>): FieldErrors {
  const problems = [...tenants.values()].flatMap((tenant) => [
    ...quotaProblems(
      pools.flatMap((pool) => needsOfMachines(pool, pool.quantity, tenant.flavors)),
      tenant,
    ),
    ...portProblems(
      pools.flatMap((pool) => machinesOf(pool, tenant)),
      tenant,
    ),
  ]);
  return problems.length > 0 ? { pools: problems } : {};
}
