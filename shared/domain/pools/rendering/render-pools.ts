import { Misconfigured } from '#shared/errors';
import type { Uuid } from '../../_core/identifier.ts';
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

type Named = Pick<Cluster, 'uuid' | 'name' | 'provisioningName' | 'kubernetesVersion' | 'tenantUuid'>;

/** The name and the labels of a cluster's objects in Rancher. A new name of the cluster changes neither. */
export const objectsOf = ({ uuid, name, provisioningName = name }: Omit<Named, 'tenantUuid'>): ClusterObjects => ({
  name: provisioningName,
  labels: rancherLabels(uuid),
});

/** Pauses a stalled pool, so that Rancher makes no machines for it until somebody changes or resumes the pool. */
const pausedIfStalled = (pool: StoredPool): StoredPool =>
  pool.stall ? { ...pool, spec: { ...pool.spec, paused: true } } : pool;

/** The cloud of each tenant in which the cluster has machines. */
export type PoolClouds = ReadonlyMap<Uuid, PoolCloud>;

function renderPool(cluster: Named, stored: StoredPool, clouds: PoolClouds) {
  const { tenantUuid = cluster.tenantUuid } = stored.spec;
  const cloud = clouds.get(tenantUuid);
  if (!cloud) throw new Misconfigured(`The cloud of pool ${stored.spec.name} of cluster ${cluster.name} is not known.`);
  const adopted = adoptedConfigRef(stored);
  const config = adopted ? undefined : machineConfig(stored, cloud, objectsOf(cluster));
  const isElsewhere = tenantUuid !== cluster.tenantUuid;
  return {
    pool: pausedIfStalled(stored),
    config,
    configRef: config ? machineConfigRef(config) : adopted,
    credentialRef: isElsewhere ? cloudCredentialRef(cluster.uuid, tenantUuid) : undefined,
  };
}

/**
 * Everything that Paddock writes to Rancher for a cluster with pools, except for cloud credentials: the cluster, and
 * the machine config of each pool. Configs of adopted pools are left out, because somebody else has made them.
 */
export function renderPools(
  cluster: Named,
  { settings, pools, nodeCidrs, balancerAddresses }: MachinePools,
  clouds: PoolClouds,
): { configs: MachineConfig[]; rendered: RenderedCluster } {
  const configured = pools.map((pool) => renderPool(cluster, pool, clouds));
  const rendered = provisioningCluster({
    cluster: objectsOf(cluster),
    spec: { ...settings, kubernetesVersion: cluster.kubernetesVersion },
    pools: configured.flatMap(({ pool, configRef, credentialRef }) =>
      configRef ? [{ pool, configRef, credentialRef }] : [],
    ),
    cloudCredentialRef: cloudCredentialRef(cluster.uuid),
    ...{ nodeCidrs, balancerAddresses },
  });
  return { configs: configured.flatMap(({ config }) => config ?? []), rendered };
}
