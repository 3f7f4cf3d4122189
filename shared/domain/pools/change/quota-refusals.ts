import { quotaProblems } from '../../planning/check-tenant-quotas.ts';
import { needsOfMachines } from '../../planning/pools/pool-needs.ts';
import type { PoolSpec } from '../../planning/pools/pool-spec.ts';
import type { ChangeFacts, MachineStep, Refusal } from './change-plan.ts';

/**
 * The largest number of machines that a pool has at one time above those that it has now: new ones stay, and a machine
 * that is replaced goes after its replacement has come.
 */
function extraMachines({ name }: PoolSpec, steps: readonly MachineStep[]): number {
  const sizes = steps.map((step) => (step.kind === 'replace' && step.pool === name ? step.machines.length : 0));
  const added = steps.map((step) => (step.kind === 'create' && step.pool === name ? step.count : 0));
  return Math.max(0, ...sizes) + added.reduce((sum, count) => sum + count, 0);
}

/**
 * Quotas of the tenant that the change would exceed. Rancher would otherwise try to make the machines again and again.
 * Pools that roll are counted together, because nothing in Rancher keeps them from rolling at the same time.
 */
export function quotaRefusals({ wanted, tenant }: ChangeFacts, steps: readonly MachineStep[]): Refusal[] {
  if (!tenant) return [];
  const needs = wanted.pools.flatMap((pool) => needsOfMachines(pool, extraMachines(pool, steps), tenant.flavors));
  return quotaProblems(needs, tenant).map((message) => ({ field: 'pools', message }));
}
