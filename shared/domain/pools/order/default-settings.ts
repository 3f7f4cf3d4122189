import { DEFAULT_DRAIN } from '../../clusters/cluster-upgrade.ts';
import type { PoolSettings } from '../../planning/pools/cluster-spec.ts';

/**
 * The settings of a cluster with pools if its order has no settings. Snapshots and concurrencies are Rancher's
 * defaults.
 */
export const DEFAULT_POOL_SETTINGS: PoolSettings = {
  cni: 'cilium',
  tlsSans: [],
  mirrors: [],
  registries: [],
  networkPolicy: false,
  snapshots: { isEnabled: true, schedule: '0 */5 * * *', retention: 5 },
  upgradeStrategy: { controlPlaneConcurrency: '1', workerConcurrency: '1', drain: DEFAULT_DRAIN },
  machineGlobalConfig: {},
  chartValues: {},
};
