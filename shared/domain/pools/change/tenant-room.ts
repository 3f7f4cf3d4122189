import { type FieldErrors, Invalid } from '#shared/errors';
import type { MachinePools } from '../../clusters/machine-pools.ts';
import type { ClusterTenant } from '../../infrastructure/cluster-tenant.ts';
import {
  figuresDuring,
  figuresWith,
  mostInRoom,
  type PoolRoom,
} from '../../infrastructure/managed-plan/pool-quotas.ts';
import type { SizedPool } from '../../infrastructure/managed-plan/sized-pool.ts';
import { type Counting, limitProblem } from '../../infrastructure/managed-plan/tenant-quotas.ts';
import { MAX_NODES_PER_TENANT } from '../../infrastructure/networks/node-network.ts';
import type { Flavor } from '../../planning/cloud-facts.ts';
import type { PoolSpec } from '../../planning/pools/pool-spec.ts';
import type { PluginOptions } from '../../providers/plugin-options.ts';
import type { MachineStep } from './change-plan.ts';

/** A tenant of a managed cluster, with the flavors of its cloud and the way in which the cloud counts storage. */
export type TenantOfPools = { tenant: ClusterTenant; flavors: readonly Flavor[]; cloud: Counting };

/** A pool with its flavor's size. If the cloud no longer has the flavor, the size is 0. */
function sizedPool(spec: PoolSpec, flavors: readonly Pick<Flavor, 'id' | 'vcpus' | 'ramMb'>[]): SizedPool {
  const { vcpus = 0, ramMb = 0 } = flavors.find(({ id }) => id === spec.flavorId) ?? {};
  return { ...spec, vcpus, ramMb };
}

const poolsIn = ({ pools }: Pick<MachinePools, 'pools'>, { tenant }: TenantOfPools): PoolSpec[] =>
  pools.map(({ spec }) => spec).filter(({ tenantUuid }) => tenantUuid === tenant.uuid);

/** Limits and numbers of objects that a tenant needs for these pools. */
export const figuresFor = (pools: Pick<MachinePools, 'pools'>, of: TenantOfPools) =>
  figuresWith(
    of.tenant,
    poolsIn(pools, of).map((spec) => sizedPool(spec, of.flavors)),
    of.cloud,
  );

function roomsIn(of: TenantOfPools, { before, wanted, steps }: Change): PoolRoom[] {
  const [old, next] = [poolsIn(before, of), poolsIn(wanted, of)];
  return [...new Set([...old, ...next].map(({ name }) => name))].map((name) => {
    const sized = (specs: readonly PoolSpec[]) => {
      const spec = specs.find((one) => one.name === name);
      return spec && sizedPool(spec, of.flavors);
    };
    const replaced = steps.map((step) => (step.kind === 'replace' && step.pool === name ? step.machines.length : 0));
    return { before: sized(old), after: sized(next), replacedAtOnce: Math.max(0, ...replaced) };
  });
}

type Change = {
  before: Pick<MachinePools, 'pools'>;
  wanted: Pick<MachinePools, 'pools'>;
  steps: readonly MachineStep[];
};

function problemsOf(tenants: readonly TenantOfPools[], change: Change, options: PluginOptions): FieldErrors {
  for (const of of tenants) {
    const most = roomsIn(of, change).reduce((sum, room) => sum + mostInRoom(room), 0);
    if (most > MAX_NODES_PER_TENANT) {
      const text = `The network of tenant ${of.tenant.name} has room for ${MAX_NODES_PER_TENANT} machines, and the pools may have ${most}.`;
      return { pools: [text] };
    }
  }
  const grows = (of: TenantOfPools) => figuresFor(change.wanted, of).limits;
  const problem = limitProblem(tenants.map(grows), options);
  const known = limitProblem(
    tenants.map((of) => figuresFor(change.before, of).limits),
    options,
  );
  return problem === undefined || problem === known ? {} : { non_field_errors: [problem] };
}

/**
 * For each tenant of a managed cluster, the limits and the numbers of objects that the tenant needs while its pools
 * change. Each pool is counted with its larger size, before or after the change. The machines that exist in addition
 * during a replacement are added. Throws Invalid if a tenant's network has too few addresses, or if the change would
 * exceed the offering's maximum.
 */
export function roomForChange(tenants: readonly TenantOfPools[], change: Change, options: PluginOptions) {
  const problems = problemsOf(tenants, change, options);
  if (Object.keys(problems).length > 0) throw new Invalid(problems);
  return tenants.map((of) => ({ tenant: of.tenant, figures: figuresDuring(of.tenant, roomsIn(of, change), of.cloud) }));
}
