import type { ProvisioningCluster } from '#test/simulators/rancher/_core/rancher-objects';
import { durationSeconds, type MachinePool, type PooledSpec } from '../machine-pool.ts';
import type { DeploymentSpec, MachineShape } from '../pool-objects.ts';
import { safeName } from '../safe-name.ts';

/** The MachineDeployment that Rancher wants for each pool. */
export interface WantedDeployment {
  name: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
  /** Replicas are absent if the pool has no quantity. The autoscaler's number then stays. */
  spec: Omit<DeploymentSpec, 'replicas'> & { replicas?: number };
}

const NODE_GROUP = 'cluster.x-k8s.io/cluster-api-autoscaler-node-group';

export function machineDeployment(
  cluster: ProvisioningCluster,
  pool: MachinePool,
  { template, defaults }: { template: string; defaults: PooledSpec },
): WantedDeployment {
  const name = safeName(cluster.name, pool.name);
  const os = { 'cattle.io/os': pool.machineOS || 'linux' };
  const { autoscalingMinSize: min, autoscalingMaxSize: max } = pool;
  return {
    name,
    // Cluster API's webhook adds the name of the cluster.
    labels: {
      ...{ ...pool.labels, ...pool.machineDeploymentLabels, ...os },
      'cluster.x-k8s.io/cluster-name': cluster.name,
    },
    annotations: {
      ...pool.machineDeploymentAnnotations,
      ...(typeof min === 'number' && { [`${NODE_GROUP}-min-size`]: String(min) }),
      ...(typeof max === 'number' && { [`${NODE_GROUP}-max-size`]: String(max) }),
    },
    spec: {
      clusterName: cluster.name,
      ...(typeof pool.quantity === 'number' && { replicas: pool.quantity }),
      rollout: { strategy: { type: 'RollingUpdate', rollingUpdate: pool.rollingUpdate ?? {} } },
      deletion: { order: 'Oldest' },
      selector: {
        matchLabels: { 'cluster.x-k8s.io/cluster-name': cluster.name, 'cluster.x-k8s.io/deployment-name': name },
      },
      template: shapeOf(cluster, pool, { name, template, defaults }),
      paused: pool.paused,
    },
  };
}

function shapeOf(
  cluster: ProvisioningCluster,
  pool: MachinePool,
  { name, template, defaults }: { name: string; template: string; defaults: PooledSpec },
): MachineShape {
  const drainSeconds = durationSeconds(pool.drainBeforeDeleteTimeout);
  return {
    metadata: { labels: machineLabels(cluster, pool, name), annotations: machineAnnotations(pool, defaults) },
    spec: {
      clusterName: cluster.name,
      bootstrap: {
        configRef: {
          ...{ apiGroup: 'rke.cattle.io', kind: 'RKEBootstrapTemplate' },
          name: bootstrapTemplateName(cluster),
        },
      },
      infrastructureRef: { apiGroup: 'rke-machine.cattle.io', kind: 'OpenstackMachineTemplate', name: template },
      deletion: { ...(drainSeconds !== undefined && { nodeDrainTimeoutSeconds: drainSeconds }) },
    },
  };
}

export const bootstrapTemplateName = ({ name }: Pick<ProvisioningCluster, 'name'>): string =>
  safeName(name, 'bootstrap', 'template');

function machineLabels(cluster: ProvisioningCluster, pool: MachinePool, deployment: string): Record<string, string> {
  return {
    'cluster.x-k8s.io/cluster-name': cluster.name,
    'cluster.x-k8s.io/deployment-name': deployment,
    'rke.cattle.io/cluster-name': cluster.name,
    'rke.cattle.io/rke-machine-pool-name': pool.name,
    ...(pool.etcdRole && { 'rke.cattle.io/etcd-role': 'true' }),
    ...(pool.controlPlaneRole && {
      'rke.cattle.io/control-plane-role': 'true',
      'cluster.x-k8s.io/control-plane': 'true',
    }),
    ...(pool.workerRole && { 'rke.cattle.io/worker-role': 'true' }),
    'cattle.io/os': pool.machineOS || 'linux',
    ...pool.labels,
  };
}

const LIMITS = { least: 10, most: 63 };
const isLimit = (given: number): boolean => given >= LIMITS.least && given <= LIMITS.most;

function machineAnnotations(pool: MachinePool, { hostnameLengthLimit }: PooledSpec): Record<string, string> {
  const limit = [pool.hostnameLengthLimit ?? 0, hostnameLengthLimit].find(isLimit);
  return {
    ...(!pool.drainBeforeDelete && { 'machine.cluster.x-k8s.io/exclude-node-draining': 'true' }),
    ...(limit !== undefined && { 'rke.cattle.io/hostname-length-limit': String(limit) }),
    ...(Object.keys(pool.labels).length > 0 && { 'rke.cattle.io/labels': JSON.stringify(pool.labels) }),
    ...(pool.taints.length > 0 && { 'rke.cattle.io/taints': JSON.stringify(pool.taints) }),
  };
}

/** The spec of the health check for a pool's machines. Undefined if none was asked for. */
export function healthCheckSpec(pool: MachinePool, { name, spec }: WantedDeployment) {
  const timeoutSeconds = durationSeconds(pool.unhealthyNodeTimeout) ?? 0;
  if (timeoutSeconds <= 0) return undefined;
  const startup = durationSeconds(pool.nodeStartupTimeout);
  return {
    clusterName: spec.clusterName,
    selector: { matchLabels: { 'cluster.x-k8s.io/deployment-name': name } },
    checks: {
      // Cluster API's own default, which the API server fills in.
      nodeStartupTimeoutSeconds: startup ?? 600,
      unhealthyNodeConditions: ['Unknown', 'False'].map((status) => ({ status, type: 'Ready', timeoutSeconds })),
    },
    remediation: {
      triggerIf: {
        unhealthyLessThanOrEqualTo: pool.maxUnhealthy === '' ? '100%' : intOrText(pool.maxUnhealthy),
        ...(pool.unhealthyRange !== '' && { unhealthyInRange: pool.unhealthyRange }),
      },
    },
  };
}

const intOrText = (given: string): number | string => (/^\d+$/.test(given) ? Number(given) : given);

/** The number of replicas that Cluster API sets if the object has none. It is within the autoscaler's bounds. */
export function replicasOf({ annotations, spec }: WantedDeployment, before: number | undefined): number {
  if (spec.replicas !== undefined) return spec.replicas;
  const bound = (name: 'min' | 'max') => annotations[`${NODE_GROUP}-${name}-size`];
  const [least, most] = [Number(bound('min') ?? 1), Number(bound('max') ?? Number.POSITIVE_INFINITY)];
  return before === undefined ? least : bound('min') === undefined ? before : Math.min(most, Math.max(least, before));
}
