import { quotaProblems } from '../../planning/checks/check-tenant-quotas.ts';
import { needsOfMachines } from '../../planning/pools/pool-needs.ts';
import type { PoolSpec } from '../../planning/pools/pool-spec.ts';
import type { ChangeFacts, MachineStep, Refusal } from './change-plan.ts';

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

/**
 * The maximum number of additional machines that the pool has during the steps. A replaced machine counts, because it
 * is deleted only after its replacement exists. A deleted machine makes room for one new machine.
 */
function extraMachines({ name }: PoolSpec, steps: readonly MachineStep[]): number {
  const sizes = steps.map((step) => (step.kind === 'replace' && step.pool === name ? step.machines.length : 0));
  const added = steps.map((step) => (step.kind === 'create' && step.pool === name ? step.count : 0));
  const freed = steps.map((step) => (step.kind === 'delete' && step.pool === name ? step.machines.length : 0));
  return Math.max(0, ...sizes) + Math.max(0, sumOf(added) - sumOf(freed));
}

/**
 * The quotas of the tenant that the change would exceed. Such a change is refused, because Rancher would try again and
 * again to create the machines. Pools whose machines are replaced are counted together, because Rancher may replace
 * them at the same time.
 */
export function quotaRefusals({ wanted, tenant }: ChangeFacts, steps: readonly MachineStep[]): Refusal[] {
  if (!tenant) return [];
  const needs = wanted.pools.flatMap((pool) => needsOfMachines(pool, extraMachines(pool, steps), tenant.flavors));
  return quotaProblems(needs, tenant).map((message) => ({ field: 'pools', message }));
}
