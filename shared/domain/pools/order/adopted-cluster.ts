import { z } from 'zod';
import { derivedUuid, type Uuid } from '../../_core/identifier.ts';
import type { MachinePools, StoredPool } from '../../clusters/machine-pools.ts';
import type { TenantFacts } from '../../planning/cloud-facts.ts';
import type { PoolSettings } from '../../planning/pools/cluster-spec.ts';
import { CURRENT_CONFIG_VERSION } from '../rendering/content-hash.ts';
import { MACHINE_CONFIG_KIND } from '../rendering/machine-config.ts';
import { adoptPool, type WrittenConfig, writtenPool } from './adopted-pool.ts';
import { DEFAULT_POOL_SETTINGS } from './default-settings.ts';

const text = z.string().nullish();

/** The fields that Paddock reads from a provisioning cluster that somebody has created in Rancher. */
export const writtenPoolCluster = z.object({
  spec: z.object({
    rkeConfig: z
      .object({
        machinePools: z.array(writtenPool).nullish(),
        machineGlobalConfig: z.looseObject({ cni: text, 'cluster-cidr': text, 'service-cidr': text }).nullish(),
        upgradeStrategy: z.looseObject({ controlPlaneConcurrency: text, workerConcurrency: text }).nullish(),
      })
      .nullish(),
  }),
});
export type WrittenPoolCluster = z.infer<typeof writtenPoolCluster>;
/** A cluster with pools in Rancher, and the machine configs of all clusters. */
export type WrittenPools = { cluster: WrittenPoolCluster; configs: readonly WrittenConfig[] };

/**
 * Reads the settings that plans need. All other settings have default values in Paddock's record. Rancher keeps its own
 * values, because Paddock does not write the settings of such a cluster.
 */
function settingsOf({ spec: { rkeConfig } }: WrittenPoolCluster): PoolSettings {
  const { machineGlobalConfig: config, upgradeStrategy: strategy } = rkeConfig ?? {};
  const { upgradeStrategy, ...others } = DEFAULT_POOL_SETTINGS;
  return {
    ...others,
    ...(config?.cni && { cni: config.cni }),
    ...(config?.['cluster-cidr'] && { clusterCidr: config['cluster-cidr'] }),
    ...(config?.['service-cidr'] && { serviceCidr: config['service-cidr'] }),
    upgradeStrategy: {
      controlPlaneConcurrency: strategy?.controlPlaneConcurrency || upgradeStrategy.controlPlaneConcurrency,
      workerConcurrency: strategy?.workerConcurrency || upgradeStrategy.workerConcurrency,
      drain: upgradeStrategy.drain,
    },
  };
}

/**
 * Converts the pools of an existing Rancher cluster to Paddock's format, so that Paddock can adopt the cluster. The
 * adoption replaces no machine. `problems` says why the cluster cannot be adopted. Undefined if the cluster has no
 * pools.
 * @param clusterUuid the uuid of the cluster's new record
 */
export function adoptPools(
  { cluster, configs }: WrittenPools,
  { tenant, clusterUuid }: { tenant: TenantFacts; clusterUuid: Uuid },
): { machinePools: MachinePools } | { problems: string[] } | undefined {
  const written = cluster.spec.rkeConfig?.machinePools ?? [];
  if (written.length === 0) return undefined;
  const byName = new Map(configs.map((config) => [config.metadata.name, config]));
  const pools: StoredPool[] = [];
  const problems: string[] = [];
  for (const pool of written) {
    const { kind, name } = pool.machineConfigRef ?? {};
    const config = kind === MACHINE_CONFIG_KIND ? byName.get(name ?? '') : undefined;
    const taken = config
      ? adoptPool(pool, config, { tenant, configVersion: CURRENT_CONFIG_VERSION })
      : { problem: `Pool ${pool.name} cannot be adopted. Rancher has no machine config of OpenStack for it.` };
    if ('problem' in taken) problems.push(taken.problem);
    else pools.push({ ...taken.pool, uuid: derivedUuid(clusterUuid, `pool/${pool.name}`) });
  }
  if (problems.length > 0) return { problems };
  const networks = new Set(pools.map(({ spec }) => spec.networkId));
  const nodeCidrs = tenant.subnets.filter(({ networkId }) => networks.has(networkId)).map(({ cidr }) => cidr);
  return { machinePools: { settings: settingsOf(cluster), pools, nodeCidrs, machineNames: [] } };
}
