import type { Uuid } from '#shared/domain/_core/identifier';
import { quotaProblems } from '#shared/domain/planning/checks/check-tenant-quotas';
import type { TenantFacts } from '#shared/domain/planning/cloud-facts';
import type { OrderAttributes } from '#shared/domain/planning/order-attributes';
import type { Plan, PlanFacts } from '#shared/domain/planning/plan';
import { diskProblems } from '#shared/domain/planning/pools/disk-problems';
import { planPool } from '#shared/domain/planning/pools/plan-pool';
import { needsOfMachines } from '#shared/domain/planning/pools/pool-needs';
import { machineNetworks, poolPortProblems } from '#shared/domain/planning/pools/pool-networks';
import { nodeNetworkProblems } from '#shared/domain/pools/order/cluster-problems';
import { DEFAULT_POOL_SETTINGS } from '#shared/domain/pools/order/default-settings';
import { poolsErrors } from '#shared/domain/pools/order/pool-problems';
import { type FieldErrors, Invalid, noObject } from '#shared/errors';

/**
 * Plans the pools of an order. Throws Invalid with an error for each object that the tenant lacks. Rules that need no
 * cloud are in `order-errors.ts`.
 */
export function planPools({ tenantUuid, pools: asked = [], poolSettings }: OrderAttributes, facts: PlanFacts): Plan {
  const tenant = facts.tenants.get(tenantUuid ?? '');
  if (!tenant) throw noObject('tenant');
  const { imageUser: sshUser } = facts;
  const planned = asked.map((request) => planPool(request, { ...facts, tenant, sshUser }));
  const pools = planned.flatMap(({ spec }) => spec ?? []);
  const nodeCidrs = machineNetworks(pools, tenant);
  const each = planned.map(({ spec, errors }) => errors ?? diskProblems(spec, tenant));
  const errors = {
    ...nodeNetworkProblems(poolSettings ?? DEFAULT_POOL_SETTINGS, nodeCidrs),
    ...poolsErrors({ each, together: [] }),
  };
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
  return { nodes: [], pools, nodeCidrs };
}

/** Errors for each quota that the pools would exceed, and for each port that their security groups block. */
export function poolProblems({ pools = [] }: Plan, tenants: ReadonlyMap<Uuid, TenantFacts>): FieldErrors {
  const problems = [...tenants.values()].flatMap((tenant) => [
    ...quotaProblems(
      pools.flatMap((pool) => needsOfMachines(pool, pool.quantity, tenant.flavors)),
      tenant,
    ),
    ...poolPortProblems(pools, tenant),
  ]);
  return problems.length > 0 ? { pools: problems } : {};
}
