import { fieldAt, isRecord, type KubernetesObject } from '../kubernetes/objects/kubernetes-objects.ts';
import { type Condition, goesOn, holds, is, report } from './conditions.ts';
import { isStable } from './control-plane-versions.ts';
import { CONTROL_PLANES, MACHINE_DEPLOYMENTS, MACHINE_SETS, MACHINES } from './kinds.ts';
import { isOfControlPlane, isReady } from './machine-controller.ts';
import { isLeaving, type Management, numberAt, recordAt } from './management.ts';
import type { TopologyResult } from './topology-controller.ts';

const FINALIZER = 'cluster.cluster.x-k8s.io';

/**
 * Adds the finalizer to a new Cluster. Copies the API's address from the infrastructure cluster into the Cluster, once
 * this address is known. Returns the Cluster.
 */
export function adopted(world: Management, found: KubernetesObject): KubernetesObject {
  const { namespace = '', finalizers = [] } = found.metadata;
  const isNew = !isLeaving(found) && !finalizers.includes(FINALIZER);
  const cluster = isNew ? world.update(found, { metadata: { finalizers: [...finalizers, FINALIZER] } }) : found;
  const infrastructure = world.follow(fieldAt(cluster, 'spec.infrastructureRef'), namespace);
  const endpoint = fieldAt(infrastructure, 'spec.controlPlaneEndpoint');
  if (!isRecord(endpoint) || isLeaving(cluster)) return cluster;
  return world.update(cluster, { spec: { ...recordAt(cluster, 'spec'), controlPlaneEndpoint: endpoint } });
}

/** Deletes a cluster's objects, from the workers to the network, and then the cluster. */
export function takeClusterAway(world: Management, cluster: KubernetesObject): void {
  const { ofCluster, follow, remove, release } = world;
  const { namespace = '' } = cluster.metadata;
  const begin = (objects: KubernetesObject[]): boolean => {
    for (const object of objects) if (!isLeaving(object)) remove(object);
    return objects.length > 0;
  };
  const referred = (field: string) => [follow(fieldAt(cluster, `spec.${field}`), namespace) ?? []].flat();
  if (begin([MACHINE_DEPLOYMENTS, MACHINE_SETS].flatMap((kind) => ofCluster(kind, cluster)))) return;
  if (begin(referred('controlPlaneRef')) || ofCluster(MACHINES, cluster).length > 0) return;
  if (!begin(referred('infrastructureRef'))) release(cluster);
}

function phaseOf(cluster: KubernetesObject, isProvisioned: boolean): string {
  if (isLeaving(cluster)) return 'Deleting';
  if (isProvisioned) return 'Provisioned';
  return fieldAt(cluster, 'spec.infrastructureRef') ? 'Provisioning' : 'Pending';
}

function seenOf(world: Management, cluster: KubernetesObject) {
  const { namespace = '' } = cluster.metadata;
  const infrastructure = world.follow(fieldAt(cluster, 'spec.infrastructureRef'), namespace);
  const [plane] = world.ofCluster(CONTROL_PLANES, cluster);
  const deployments = world.ofCluster(MACHINE_DEPLOYMENTS, cluster);
  const machines = world.ofCluster(MACHINES, cluster);
  const total = (path: string) => deployments.reduce((sum, one) => sum + numberAt(one, path, 0), 0);
  const workers = machines.filter((machine) => !isOfControlPlane(machine));
  return {
    isProvisioned: fieldAt(infrastructure, 'status.ready') === true,
    isInitialized: fieldAt(plane, 'status.initialized') === true,
    isPlaneReady: fieldAt(plane, 'status.ready') === true,
    isPlaneStable: plane !== undefined && isStable(plane),
    hasWorkers: deployments.every(
      (one) => numberAt(one, 'status.readyReplicas', 0) >= numberAt(one, 'spec.replicas', 1),
    ),
    isRolling: [plane, ...deployments].some(
      (one) => one && fieldAt(one, 'status.updatedReplicas') !== fieldAt(one, 'status.replicas'),
    ),
    isGrowing: total('status.replicas') < total('spec.replicas'),
    isShrinking: total('status.replicas') > total('spec.replicas'),
    ...{
      servers: machines.filter(isOfControlPlane),
      workers,
      hasTopology: fieldAt(cluster, 'spec.topology') !== undefined,
    },
  };
}
type Seen = ReturnType<typeof seenOf>;

function olderConditions(seen: Seen, { problem }: TopologyResult): Condition[] {
  const { isProvisioned, isInitialized, isPlaneReady, isPlaneStable } = seen;
  const waiting = { reason: 'WaitingForControlPlane' };
  const scaling = { reason: isInitialized ? 'ScalingUp' : 'WaitingForKubeadmInit' };
  const topology = { reason: 'TopologyReconcileFailed', severity: 'Error', message: problem ?? '' } as const;
  return [
    is(
      'Ready',
      isProvisioned && isPlaneReady && isPlaneStable,
      isProvisioned ? scaling : { reason: 'WaitingForInfrastructure' },
    ),
    is('ControlPlaneInitialized', isInitialized, waiting),
    is('ControlPlaneReady', isPlaneReady && isPlaneStable, scaling),
    is('InfrastructureReady', isProvisioned, { reason: 'WaitingForInfrastructure' }),
    ...(seen.hasTopology ? [is('TopologyReconciled', problem === undefined, topology)] : []),
  ];
}

function newerConditions(cluster: KubernetesObject, seen: Seen, { problem }: TopologyResult): Condition[] {
  const { isProvisioned, isInitialized, isPlaneReady, hasWorkers, servers, workers } = seen;
  const isUsable = isProvisioned && isInitialized && isPlaneReady && hasWorkers && !isLeaving(cluster);
  const all = (machines: KubernetesObject[]) => machines.every(isReady);
  return [
    holds('Available', isUsable, ['Available', 'NotAvailable'], '* WorkersAvailable: not all replicas are available'),
    holds(
      'RemoteConnectionProbe',
      isInitialized,
      ['ProbeSucceeded', 'ProbeFailed'],
      'Remote connection not established yet',
    ),
    holds('InfrastructureReady', isProvisioned, ['Ready', 'NotReady']),
    holds('ControlPlaneInitialized', isInitialized, ['Initialized', 'NotInitialized']),
    holds('ControlPlaneAvailable', isInitialized && isPlaneReady, ['Available', 'NotAvailable']),
    holds('ControlPlaneMachinesReady', all(servers), ['Ready', 'NotReady']),
    holds('WorkersAvailable', hasWorkers, ['Available', 'NotAvailable']),
    holds('WorkerMachinesReady', all(workers), ['Ready', 'NotReady']),
    goesOn('RollingOut', seen.isRolling),
    goesOn('Remediating', false),
    goesOn('ScalingUp', seen.isGrowing),
    goesOn('ScalingDown', seen.isShrinking),
    goesOn('Deleting', isLeaving(cluster)),
    goesOn('Paused', fieldAt(cluster, 'spec.paused') === true),
    ...(seen.hasTopology
      ? [holds('TopologyReconciled', problem === undefined, ['ReconcileSucceeded', 'ReconcileFailed'], problem)]
      : []),
  ];
}

/**
 * Writes the status of a cluster. The older condition Ready ignores the workers; only the newer condition Available
 * includes them.
 */
export function showCluster(world: Management, cluster: KubernetesObject, topology: TopologyResult): void {
  const seen = seenOf(world, cluster);
  report(world, cluster, {
    ...{
      phase: phaseOf(cluster, seen.isProvisioned),
      infrastructureReady: seen.isProvisioned,
      controlPlaneReady: seen.isPlaneReady,
    },
    older: olderConditions(seen, topology),
    newer: newerConditions(cluster, seen, topology),
  });
}
