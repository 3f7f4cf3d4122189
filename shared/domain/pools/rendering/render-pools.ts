import type { Cluster } from '../../clusters/cluster.ts';
import type { MachinePools, StoredPool } from '../../clusters/machine-pools.ts';
import { rancherLabels } from '../../planning/naming.ts';
import { cloudCredentialRef } from './cloud-credential.ts';
import {
  adoptedConfigRef,
  type ClusterObjects,
  type MachineConfig,
  machineConfig,
  machineConfigRef,
  type PoolCloud,
} from './machine-config.ts';
import { provisioningCluster, type RenderedCluster } from './provisioning-cluster.ts';

type Named = Pick<Cluster, 'uuid' | 'name' | 'provisioningName' | 'kubernetesVersion'>;

/** The name and the labels of a cluster's objects in Rancher. They stay when the cluster is renamed. */
export const objectsOf = ({ uuid, name, provisioningName = name }: Named): ClusterObjects => ({
  name: provisioningName,
  labels: rancherLabels(uuid),
});

/** Rancher makes no machines of a stalled pool until somebody changes or resumes it. */
const pausedIfStalled = (pool: StoredPool): StoredPool =>
  pool.stall ? { ...pool, spec: { ...pool.spec, paused: true } } : pool;

/**
 * Everything that Rancher gets for a cluster with pools, except for its cloud credential: the cluster, and the machine
 * config of each pool that Paddock writes. An adopted pool keeps the config that somebody else has made.
 */
export function renderPools(
  cluster: Named,
  { settings, pools, nodeCidrs }: MachinePools,
  cloud: PoolCloud,
): { configs: MachineConfig[]; rendered: RenderedCluster } {
  const objects = objectsOf(cluster);
  const configured = pools.map((pool) => {
    const adopted = adoptedConfigRef(pool);
    const config = adopted ? undefined : machineConfig(pool, cloud, objects);
    return { pool: pausedIfStalled(pool), config, adopted };
  });
  const rendered = provisioningCluster({
    cluster: objects,
    spec: { ...settings, kubernetesVersion: cluster.kubernetesVersion },
    pools: configured.flatMap(({ pool, config, adopted }) => {
      const configRef = config ? machineConfigRef(config) : adopted;
      return configRef ? [{ pool, configRef }] : [];
    }),
    cloudCredentialRef: cloudCredentialRef(cluster.uuid),
    nodeCidrs,
  });
  return { configs: configured.flatMap(({ config }) => config ?? []), rendered };
}
