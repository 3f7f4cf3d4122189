import { DEFAULT_DRAIN } from '#shared/domain/clusters/cluster-upgrade';
import type { PoolClusterSpec } from '#shared/domain/planning/pools/cluster-spec';
import type { PoolSpec } from '#shared/domain/planning/pools/pool-spec';
import type { ChangeFacts } from '#shared/domain/pools/change/change-plan';
import { planChange } from '#shared/domain/pools/change/plan-change';
import { aPool, aPoolCluster, aServerPool, machinesOf, OFFERED } from './builders/pool-builders.ts';

/** The pools of a cluster with three servers and two workers. All machines are ready. */
export const servers = aServerPool();
export const workers = aPool({ name: 'a', quantity: 2 });
export const POOLS: readonly PoolSpec[] = [servers, workers];
export const ALL = POOLS.flatMap((pool) => machinesOf(pool));

type Fields = Partial<ChangeFacts> & { pools?: readonly PoolSpec[]; spec?: Partial<PoolClusterSpec> };
/** Plans the change of a cluster to new pools or to a new spec. */
export function planOf(fields: Fields) {
  const { pools = POOLS, spec = {}, ...others } = fields;
  return planChange({
    current: { spec: aPoolCluster(), pools: POOLS },
    wanted: { spec: aPoolCluster(spec), pools },
    machines: ALL,
    offered: () => OFFERED,
    pace: { createSeconds: 100, deleteSeconds: 10, restartSeconds: 30 },
    ...others,
  });
}
export type PlannedFields = Parameters<typeof planOf>[0];

export const strategy = (controlPlaneConcurrency: string, workerConcurrency: string) => ({
  upgradeStrategy: { controlPlaneConcurrency, workerConcurrency, drain: DEFAULT_DRAIN },
});
