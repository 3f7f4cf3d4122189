import { type MachineNeeds, quotaProblems } from '../../planning/check-tenant-quotas.ts';
import type { TenantFacts } from '../../planning/cloud-facts.ts';
import type { PoolSpec } from '../order/pool-spec.ts';
import type { ChangeFacts, MachineStep, Refusal } from './change-plan.ts';

const MB_PER_GB = 1024;

/**
 * How much of each quota a machine of the pool uses. Undefined if its flavor is unknown. Another check refuses such a
 * flavor.
 */
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
 * The largest number of machines that the pool has during the steps, in addition to those that it has now. New machines
 * stay. A replaced machine is deleted only after its replacement exists.
 */
function extraMachines({ name }: PoolSpec, steps: readonly MachineStep[]): number {
  const sizes = steps.map((step) => (step.kind === 'replace' && step.pool === name ? step.machines.length : 0));
  const added = steps.map((step) => (step.kind === 'create' && step.pool === name ? step.count : 0));
  return Math.max(0, ...sizes) + added.reduce((sum, count) => sum + count, 0);
}

/**
 * The quotas of the tenant that the change would exceed. Rancher would try again and again to create machines beyond a
 * quota. Pools whose machines are replaced are counted together, because Rancher may replace them at the same time.
 */
export function quotaRefusals({ wanted, tenant }: ChangeFacts, steps: readonly MachineStep[]): Refusal[] {
  if (!tenant) return [];
  const needs = wanted.pools.flatMap((pool) => {
    const need = needsOf(pool, tenant);
    return need ? Array.from({ length: extraMachines(pool, steps) }, () => need) : [];
  });
  return quotaProblems(needs, tenant).map((message) => ({ field: 'pools', message }));
}
