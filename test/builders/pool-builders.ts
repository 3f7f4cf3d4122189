import { DEFAULT_DRAIN } from '#shared/domain/clusters/cluster-upgrade';
import type { MachinePools, StoredPool } from '#shared/domain/clusters/machine-pools';
import type { PoolClusterSpec } from '#shared/domain/planning/pools/cluster-spec';
import { DEFAULT_HEALTH_CHECK, type PoolSpec } from '#shared/domain/planning/pools/pool-spec';
import type { PoolMachine } from '#shared/domain/pools/change/pool-machine';
import type { ShownMachine } from '#shared/domain/pools/views/machines-and-nodes';
import { aUuid } from './builders.ts';

export const aPool = (fields: Partial<PoolSpec> = {}): PoolSpec => ({
  ...{ name: 'workers', roles: ['worker'], quantity: 3 },
  ...{ flavorId: 'f-1', imageId: 'i-1', networkId: 'n-1', securityGroupIds: ['sg-1', 'sg-2'], sshUser: 'ubuntu' },
  ...{ labels: {}, taints: [], drainBeforeDelete: true, drainTimeout: 600, ...DEFAULT_HEALTH_CHECK, paused: false },
  ...fields,
});
export const aServerPool = (fields: Partial<PoolSpec> = {}): PoolSpec =>
  aPool({ name: 'servers', roles: ['etcd', 'controlplane'], ...fields });

/** A pool of a cluster, with a uuid of its own. */
export const aStoredPool = (spec: PoolSpec, fields: Partial<StoredPool> = {}): StoredPool => ({
  ...{ uuid: aUuid(), spec, configVersion: 1, ...fields },
});

export const aPoolCluster = (fields: Partial<PoolClusterSpec> = {}): PoolClusterSpec => ({
  ...{ kubernetesVersion: 'v1.31.7+rke2r1', cni: 'cilium', tlsSans: [], mirrors: [], registries: [] },
  networkPolicy: false,
  snapshots: { isEnabled: true, schedule: '0 */5 * * *', retention: 5 },
  upgradeStrategy: { controlPlaneConcurrency: '1', workerConcurrency: '1', drain: DEFAULT_DRAIN },
  machineGlobalConfig: {},
  chartValues: {},
  ...fields,
});

/** Three servers and three workers, in the form that a cluster's record holds. */
export function aMachinePools(specs: readonly PoolSpec[] = [aServerPool(), aPool()]): MachinePools {
  const { kubernetesVersion, ...settings } = aPoolCluster();
  return { settings, pools: specs.map((spec) => aStoredPool(spec)), nodeCidrs: [], machineNames: [] };
}

/** A worker that Rancher has created and that has not joined as a node yet. */
export const aShownMachine = (fields: Partial<ShownMachine> = {}): ShownMachine => ({
  ...{ name: 'm-1', poolName: 'workers', roles: ['worker'], phase: 'Running', templateName: 't-1', serverName: '' },
  ...{ isReady: true, isBeingDeleted: false, createdAt: '2026-01-01T00:00:00Z', annotations: {}, conditions: [] },
  ...fields,
});

/** Machines of a pool, the oldest first: `servers-1`, `servers-2`. */
export const machinesOf = ({ name, roles, quantity }: PoolSpec, fields: Partial<PoolMachine> = {}): PoolMachine[] =>
  Array.from({ length: quantity }, (_, index) => ({
    ...{ name: `${name}-${index + 1}`, poolName: name, roles, isReady: true, isBeingDeleted: false },
    createdAt: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString(),
    ...fields,
  }));

export const OFFERED = {
  flavors: [
    { id: 'f-1', name: 'm1.large', diskGb: 40 },
    { id: 'f-0', name: 'c1.diskless', diskGb: 0 },
  ],
  images: [{ id: 'i-1', name: 'ubuntu-24.04', minDiskGb: 10 }],
};
