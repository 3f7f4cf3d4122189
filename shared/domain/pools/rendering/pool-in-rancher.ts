import { hasControlPlane, hasEtcd, hasWorker, type Pool, type PoolSpec } from '../../planning/pools/pool-spec.ts';
import { renderedQuantity } from '../scaling/quantity.ts';
import type { MachineConfigRef } from './machine-config.ts';

/**
 * A duration in the format that Rancher returns: `45s`, `5m0s`, `1h0m0s`. A duration in another format would always
 * look like a change.
 */
function duration(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return `${hours > 0 ? `${hours}h` : ''}${hours > 0 || minutes > 0 ? `${minutes}m` : ''}${seconds % 60}s`;
}

/**
 * The limits for the replacement of unhealthy machines. Paddock writes all limits, because Cluster API's defaults would
 * allow too many replacements.
 */
function healthFields({ unhealthyNodeTimeout, maxUnhealthy, nodeStartupTimeout }: PoolSpec) {
  if (unhealthyNodeTimeout === 0) return {};
  return {
    unhealthyNodeTimeout: duration(unhealthyNodeTimeout),
    maxUnhealthy,
    nodeStartupTimeout: duration(nodeStartupTimeout),
  };
}

/**
 * How many new machines are created at the same time when the machines of a pool are replaced. An old machine is
 * deleted only after a new one has joined. Members of etcd are replaced one by one. A concurrency of 0 means all
 * machines.
 */
export function surgeOf(spec: Pick<PoolSpec, 'roles'>, concurrency: { controlPlane: string; worker: string }) {
  if (hasEtcd(spec)) return 1;
  const wanted = hasControlPlane(spec) ? concurrency.controlPlane : concurrency.worker;
  if (wanted === '0') return '100%';
  return wanted.endsWith('%') ? wanted : Number(wanted);
}

/**
 * A pool in the format of Rancher's provisioning cluster.
 * @param cloudCredentialRef undefined if Rancher makes the machines with the cluster's own cloud credential
 */
export function poolInRancher(
  pool: Pool & { isQuantityDue?: boolean | undefined },
  machineConfigRef: MachineConfigRef,
  concurrency: { controlPlane: string; worker: string },
  cloudCredentialRef?: string,
) {
  const { spec } = pool;
  const quantity = renderedQuantity(pool);
  return {
    name: spec.name,
    machineConfigRef,
    ...(cloudCredentialRef !== undefined && { cloudCredentialSecretName: cloudCredentialRef }),
    etcdRole: hasEtcd(spec),
    controlPlaneRole: hasControlPlane(spec),
    workerRole: hasWorker(spec),
    ...(quantity !== undefined && { quantity }),
    labels: spec.labels,
    taints: spec.taints,
    rollingUpdate: { maxUnavailable: 0, maxSurge: surgeOf(spec, concurrency) },
    drainBeforeDelete: spec.drainBeforeDelete,
    ...(spec.drainBeforeDelete && spec.drainTimeout > 0 && { drainBeforeDeleteTimeout: duration(spec.drainTimeout) }),
    ...healthFields(spec),
    ...(spec.autoscaling && { autoscalingMinSize: spec.autoscaling.min, autoscalingMaxSize: spec.autoscaling.max }),
    paused: spec.paused,
    ...(spec.hostnameLengthLimit !== undefined && { hostnameLengthLimit: spec.hostnameLengthLimit }),
  };
}
