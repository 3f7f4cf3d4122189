import { type MachineNeeds, quotaProblems } from '../../planning/check-tenant-quotas.ts';
import type { TenantFacts } from '../../planning/cloud-facts.ts';
import type { PoolSpec } from '../../planning/pools/pool-spec.ts';
import type { ChangeFacts, MachineStep, Refusal } from './change-plan.ts';

const MB_PER_GB = 1024;

/** What a machine of the pool takes of quotas. Undefined for an unknown flavor, which is refused elsewhere. */
function needsOf(pool: PoolSpec, { flavors }: TenantFacts): MachineNeeds | undefined {
  const flavor = flavors.find(({ id }) => id === pool.flavorId);
  if (!flavor) return undefined;
  const { rootVolume, floatingIpPool } = pool;
  return {
    vcpus: flavor.vcpus,
    ramMb: flavor.ramMb,
    dataVolumes: [],
    ...(rootVolume && { systemVolumeSizeMb: rootVolume.sizeGb * MB_PER_GB, systemVolumeType: rootVolume.volumeType }),
    ...(floatingIpPool !== undefined && { floatingNetworkId: floatingIpPool }),
  };
}

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
  const needs = wanted.pools.flatMap((pool) => {
    const need = needsOf(pool, tenant);
    return need ? Array.from({ length: extraMachines(pool, steps) }, () => need) : [];
  });
  return quotaProblems(needs, tenant).map((message) => ({ field: 'pools', message }));
}
