import type { NodeRole } from '#shared/domain/planning/order-attributes';
import { isWorkerOnly, type PoolSpec } from '#shared/domain/planning/pools/pool-spec';

/** A pool with the size of its flavor. */
export type SizedPool = Pick<PoolSpec, 'roles' | 'quantity' | 'autoscaling' | 'rootVolume' | 'floatingIpPool'> & {
  vcpus: number;
  ramMb: number;
};

/**
 * The largest number of machines that the pool may have. For an autoscaled pool, this is at least the autoscaler's
 * maximum, so that the autoscaler never exceeds a quota.
 */
export const mostMachines = ({ quantity, autoscaling }: Pick<PoolSpec, 'quantity' | 'autoscaling'>): number =>
  Math.max(quantity, autoscaling?.max ?? 0);

/** Equal machines of a pool. */
export type CountedMachines = { role: NodeRole; machines: number; volumesEach: number; floatingIpsEach: number };

/**
 * How many machines the pool may have, and how many volumes and floating IPs each of them adds to the tenant's quotas.
 */
export const countedPool = (pool: SizedPool): CountedMachines => ({
  role: isWorkerOnly(pool) ? 'agent' : 'server',
  machines: mostMachines(pool),
  volumesEach: pool.rootVolume ? 1 : 0,
  floatingIpsEach: pool.floatingIpPool === undefined ? 0 : 1,
});
