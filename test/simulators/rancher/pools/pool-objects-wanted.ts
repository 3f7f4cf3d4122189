import type { RancherContext } from '../_core/rancher-context.ts';
import type { ProvisioningCluster } from '../_core/rancher-objects.ts';
import { healthCheckSpec, machineDeployment, type WantedDeployment } from './capi/machine-deployment.ts';
import { credentialKey } from './driver/machine-secrets.ts';
import { type MachinePool, type PooledSpec, pooledSpec } from './machine-pool.ts';
import { machineTemplate, type WantedTemplate } from './machine-template.ts';
import { MACHINE_CONFIG } from './pool-kinds.ts';
import type { MachineConfig } from './pool-objects.ts';

export interface WantedPool {
  config: MachineConfig;
  template: WantedTemplate;
  deployment: WantedDeployment;
  /** The spec of the pool's health check. Undefined if the pool has no health check. */
  healthCheck: Record<string, unknown> | undefined;
}

/**
 * An error that prevents Rancher from applying the pools of a cluster. The message is the message of Rancher's
 * condition.
 */
export class PoolProblem extends Error {
  override name = 'PoolProblem';
}

const RESOURCE = 'openstackconfigs.rke-machine-config.cattle.io';

/**
 * The objects that Rancher creates for the pools of a cluster. If one pool has an error, no objects are created.
 * @throws PoolProblem
 */
export function wantedPools({ store }: Pick<RancherContext, 'store'>, cluster: ProvisioningCluster): WantedPool[] {
  const defaults = pooledSpec(cluster.spec);
  const names = new Set<string>();
  return defaults.pools.map((pool) => {
    checkPool(pool, names);
    const config = configOf(store, cluster, pool);
    checkCredential(store, cluster, { pool, defaults });
    const template = machineTemplate({ cluster, pool, config, defaults });
    const deployment = machineDeployment(cluster, pool, { template: template.name, defaults });
    return { config, template, deployment, healthCheck: healthCheckSpec(pool, deployment) };
  });
}

function checkPool(pool: MachinePool, names: Set<string>): void {
  const { name, machineConfigRef: ref } = pool;
  if (name === '' || ref.name === '' || ref.kind === '')
    throw new PoolProblem(`invalid machinePool [${name}] missing name or valid config`);
  if (!(pool.etcdRole || pool.controlPlaneRole || pool.workerRole))
    throw new PoolProblem(
      `at least one role of etcd, control-plane or worker must be assigned to machinePool [${name}]`,
    );
  if (names.has(name)) throw new PoolProblem(`duplicate machinePool name [${name}] used`);
  names.add(name);
}

function configOf(
  { machineConfigs }: RancherContext['store'],
  { namespace, name }: ProvisioningCluster,
  { machineConfigRef: ref }: MachinePool,
): MachineConfig {
  if (ref.kind !== MACHINE_CONFIG.kind)
    throw new PoolProblem(`no matches for kind "${ref.kind}" in version "rke-machine-config.cattle.io/v1"`);
  const config = machineConfigs.get(`${namespace}/${ref.name}`);
  if (!config) throw new PoolProblem(`${RESOURCE} "${ref.name}" not found`);
  const owner = config.ownerReferences.find(({ kind }) => kind === 'Cluster');
  if (!owner || owner.name === name) return config;
  const kind = 'rke-machine-config.cattle.io/v1, Kind=OpenstackConfig';
  throw new PoolProblem(
    `can not use ${namespace}/${ref.name} [${kind}] because it is already owned by cluster ${owner.name}`,
  );
}

function checkCredential(
  { secrets }: RancherContext['store'],
  { namespace }: ProvisioningCluster,
  { pool, defaults }: { pool: MachinePool; defaults: PooledSpec },
): void {
  const name = pool.cloudCredentialSecretName || defaults.credentialName;
  if (name === '' || secrets.has(credentialKey(namespace, name))) return;
  throw new PoolProblem(`secrets "${name.split(':').at(-1)}" not found`);
}
