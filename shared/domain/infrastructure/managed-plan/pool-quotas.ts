import type { ClusterTenant } from '../cluster-tenant.ts';
import { type CountedMachines, countedPool, mostMachines, type SizedPool } from './sized-pool.ts';
import { machineCountsOf } from './tenant-count-quotas.ts';
import {
  addLimits,
  type Counting,
  combineLimits,
  limitsOfMachine,
  poolLimits,
  type TenantLimits,
} from './tenant-quotas.ts';

type Figures = Pick<ClusterTenant, 'limits' | 'counts'>;

/** The limits and the numbers of objects that a tenant with these pools needs. */
export const figuresWith = (tenant: ClusterTenant, pools: readonly SizedPool[], cloud: Counting): Figures => ({
  limits: addLimits([limitsOfMachine(tenant.loadBalancer, cloud), ...pools.map((pool) => poolLimits(pool, cloud))]),
  counts: { ...tenant.counts, ...machineCountsOf({ ...tenant, pooled: pools.map(countedPool) }) },
});

/**
 * A pool while it changes: the pool before and after the change, and how many machines are replaced at the same time.
 * For a while, both the old machines and their replacements exist.
 */
export type PoolRoom = { before?: SizedPool | undefined; after?: SizedPool | undefined; replacedAtOnce: number };

/** The additional machines that a pool has while its machines are replaced. */
const extraOf = ({ after, replacedAtOnce }: PoolRoom): SizedPool[] =>
  after ? [{ ...after, quantity: replacedAtOnce, autoscaling: undefined }] : [];

const formsOf = ({ before, after }: PoolRoom): SizedPool[] => [before ?? [], after ?? []].flat();

/** The largest number of machines that the pool can have while it changes. */
export const mostInRoom = (room: PoolRoom): number =>
  Math.max(0, ...formsOf(room).map(mostMachines)) + room.replacedAtOnce;

const limitsInRoom = (room: PoolRoom, cloud: Counting): TenantLimits[] => [
  combineLimits(
    formsOf(room).map((pool) => poolLimits(pool, cloud)),
    Math.max,
  ),
  ...extraOf(room).map((pool) => poolLimits(pool, cloud)),
];

function countedInRoom(room: PoolRoom): CountedMachines[] {
  const forms = formsOf(room).map(countedPool);
  const [first] = forms;
  if (!first) return [];
  return [
    {
      role: first.role,
      machines: mostInRoom(room),
      volumesEach: Math.max(...forms.map(({ volumesEach }) => volumesEach)),
      floatingIpsEach: Math.max(...forms.map(({ floatingIpsEach }) => floatingIpsEach)),
    },
  ];
}

/**
 * The limits and the numbers of objects that a tenant needs while its pools change. These figures are never below the
 * figures in the tenant's record, because the cloud refuses quotas that are smaller than the current use.
 */
export function figuresDuring(tenant: ClusterTenant, rooms: readonly PoolRoom[], cloud: Counting): Figures {
  const limits = addLimits([
    limitsOfMachine(tenant.loadBalancer, cloud),
    ...rooms.flatMap((room) => limitsInRoom(room, cloud)),
  ]);
  const counts = machineCountsOf({ ...tenant, pooled: rooms.flatMap(countedInRoom) });
  const larger = Object.entries(counts).map(([name, count]) => [name, Math.max(count, tenant.counts[name as Counted])]);
  return {
    limits: combineLimits([tenant.limits, limits], Math.max),
    counts: { ...tenant.counts, ...Object.fromEntries(larger) },
  };
}
type Counted = keyof ReturnType<typeof machineCountsOf>;
