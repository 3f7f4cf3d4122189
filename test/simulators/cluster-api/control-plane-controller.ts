import { randomName } from '../_kit/random-name.ts';
import { fieldAt, type KubernetesObject } from '../kubernetes/objects/kubernetes-objects.ts';
import { makeCertificates, makeKubeconfig } from './cluster-secrets.ts';
import { type Condition, goesOn, holds, is, report } from './conditions.ts';
import { BOOTSTRAP_CONFIGS, CONTROL_PLANE, CONTROL_PLANES, MACHINES } from './kinds.ts';
import { isOfControlPlane, isReady } from './machine-controller.ts';
import { makeMachine, templateOf, versionOf } from './machine-objects.ts';
import { isLeaving, type Labels, type Management, numberAt, recordAt, textAt } from './management.ts';

const FINALIZER = 'kubeadm.controlplane.cluster.x-k8s.io';
const CONFIGURATION = 'controlplane.cluster.x-k8s.io/kubeadm-cluster-configuration';
type Plane = { world: Management; cluster: KubernetesObject; plane: KubernetesObject; machines: KubernetesObject[] };

const configurationOf = (plane: KubernetesObject): string => JSON.stringify(recordAt(plane, 'spec.kubeadmConfigSpec'));

/**
 * Whether a machine counts as outdated because it has an `initConfiguration` and the control plane has none. The first
 * machine of a control plane always has an `initConfiguration`.
 */
function hasOtherStart({ world, plane }: Plane, { metadata: { namespace = '', name } }: KubernetesObject): boolean {
  const config = world.find(BOOTSTRAP_CONFIGS, namespace, name);
  const isGiven = fieldAt(plane, 'spec.kubeadmConfigSpec.initConfiguration') !== undefined;
  return fieldAt(config, 'spec.initConfiguration') !== undefined && !isGiven;
}

const isUpToDate = (of: Plane, machine: KubernetesObject): boolean =>
  !hasOtherStart(of, machine) && !isTooOld(of, machine) && isAsWanted(of, machine);
/**
 * Whether the time `rolloutAfter` has come and the machine was made before it. If the time is in the future, the
 * machine is checked again at that time.
 */
function isTooOld({ world, plane }: Plane, { metadata }: KubernetesObject): boolean {
  const after = Date.parse(textAt(plane, 'spec.rolloutAfter') ?? '');
  const isFrom = Date.parse(metadata.creationTimestamp) < after;
  const wait = after - world.clock.now();
  // One more millisecond, since a timer may fire a moment before the clock shows its time.
  return isFrom && (wait < 0 || world.isReached(plane, `rollout after ${after}`, wait + 1));
}
const isAsWanted = ({ world, plane }: Plane, machine: KubernetesObject): boolean =>
  versionOf(machine) === versionOf(plane) &&
  templateOf(world, machine) === textAt(plane, 'spec.machineTemplate.infrastructureRef.name') &&
  machine.metadata.annotations?.[CONFIGURATION] === configurationOf(plane);

function addMachine({ world, cluster, plane, machines }: Plane): void {
  const { clusterConfiguration, initConfiguration, joinConfiguration, ...common } = recordAt(
    plane,
    'spec.kubeadmConfigSpec',
  );
  const first = { clusterConfiguration: clusterConfiguration ?? {}, initConfiguration: initConfiguration ?? {} };
  const further = { joinConfiguration: joinConfiguration ?? { controlPlane: {} } };
  const labels: Labels = Object.fromEntries(
    Object.entries(recordAt(plane, 'spec.machineTemplate.metadata.labels')).map(([key, value]) => [key, String(value)]),
  );
  const { infrastructureRef, metadata: _, ...times } = recordAt(plane, 'spec.machineTemplate');
  makeMachine(world, {
    ...{ cluster, owner: plane, name: `${plane.metadata.name}-${randomName(5)}`, template: infrastructureRef },
    labels: { ...labels, [CONTROL_PLANE]: '' },
    annotations: { [CONFIGURATION]: configurationOf(plane) },
    bootstrap: { ...common, ...(machines.length === 0 ? first : further) },
    spec: { version: versionOf(plane), ...times },
  });
}

/** Takes one step towards the wanted machines. No step is taken unless all present machines are ready. */
function step(of: Plane): void {
  const { world, plane, machines } = of;
  const wanted = numberAt(plane, 'spec.replicas', 1);
  if (machines.some((machine) => !isReady(machine))) return;
  const outdated = machines.filter((machine) => !isUpToDate(of, machine));
  const [oldest] = outdated.length > 0 ? outdated : machines;
  const most = outdated.length > 0 ? wanted + 1 : wanted;
  if (machines.length < most) addMachine(of);
  else if (oldest && (machines.length > wanted || outdated.length > 0)) world.remove(oldest);
}

function conditionsOf({ plane, machines }: Plane, counts: { ready: number; updated: number; isInitialized: boolean }) {
  const { ready, updated, isInitialized } = counts;
  const wanted = numberAt(plane, 'spec.replicas', 1);
  const all = machines.length;
  const isComplete = all === wanted && ready === wanted;
  const growing = { reason: all < wanted ? 'ScalingUp' : 'ScalingDown', severity: 'Warning' } as const;
  const older: Condition[] = [
    is('Ready', isInitialized && isComplete && updated === all, growing),
    is('Available', isInitialized, { reason: 'WaitingForKubeadmInit' }),
    is('CertificatesAvailable', true, { reason: '' }),
    is('MachinesCreated', all > 0, { reason: 'MachineCreationFailed' }),
    is('MachinesReady', all > 0 && ready === all, { reason: 'WaitingForInfrastructure' }),
    is('MachinesSpecUpToDate', updated === all, { reason: 'RollingUpdateInProgress', severity: 'Warning' }),
    is('Resized', isComplete, growing),
    is('ControlPlaneComponentsHealthy', isInitialized, { reason: 'WaitingForKubeadmInit' }),
    is('EtcdClusterHealthy', isInitialized, { reason: 'WaitingForKubeadmInit' }),
  ];
  const newer: Condition[] = [
    holds('Available', isInitialized, ['Available', 'NotAvailable'], '* Control plane not yet initialized'),
    holds('Initialized', isInitialized, ['Initialized', 'NotInitialized']),
    holds('CertificatesAvailable', true, ['Available', 'NotAvailable']),
    holds('EtcdClusterHealthy', isInitialized, ['Healthy', 'NotHealthy']),
    holds('ControlPlaneComponentsHealthy', isInitialized, ['Healthy', 'NotHealthy']),
    holds('MachinesReady', all > 0 && ready === all, ['Ready', 'NotReady']),
    holds('MachinesUpToDate', updated === all, ['UpToDate', 'NotUpToDate']),
    goesOn('RollingOut', updated < all, `Rolling out ${all - updated} not up-to-date replicas`),
    goesOn('ScalingUp', all < wanted, `Scaling up from ${all} to ${wanted} replicas`),
    goesOn('ScalingDown', all > wanted, `Scaling down from ${all} to ${wanted} replicas`),
    goesOn('Remediating', false),
    goesOn('Deleting', isLeaving(plane)),
    goesOn('Paused', false),
  ];
  return { older, newer };
}

function show(of: Plane): void {
  const { world, plane, machines } = of;
  const ready = machines.filter(isReady).length;
  const updated = machines.filter((machine) => isUpToDate(of, machine)).length;
  const isInitialized = fieldAt(plane, 'status.initialized') === true || ready > 0;
  const versions = machines.filter(isReady).flatMap((machine) => versionOf(machine) ?? []);
  const [version] = versions.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  report(world, plane, {
    ...{ replicas: machines.length, readyReplicas: ready, updatedReplicas: updated },
    ...{ unavailableReplicas: machines.length - ready, initialized: isInitialized, ready: isInitialized && ready > 0 },
    ...{ version: version ?? textAt(plane, 'status.version'), selector: `${CONTROL_PLANE}=` },
    ...conditionsOf(of, { ready, updated, isInitialized }),
  });
}

/** Once all workers are gone, deletes the machines of a control plane, and then the control plane. */
function takeAway({ world, cluster, plane, machines }: Plane): void {
  const all = world.ofCluster(MACHINES, cluster);
  if (all.length > machines.length) return;
  for (const machine of machines) if (!isLeaving(machine)) world.remove(machine);
  if (machines.length === 0) world.release(plane);
}

/**
 * Reconciles the kubeadm control plane of a cluster: makes its certificates, makes its machines one by one, and
 * replaces outdated machines.
 */
export function reconcileControlPlane(world: Management, cluster: KubernetesObject): void {
  for (const found of world.ofCluster(CONTROL_PLANES, cluster)) {
    const { finalizers = [] } = found.metadata;
    const isNew = !isLeaving(found) && !finalizers.includes(FINALIZER);
    const plane = isNew ? world.update(found, { metadata: { finalizers: [...finalizers, FINALIZER] } }) : found;
    const machines = world.ofCluster(MACHINES, cluster).filter(isOfControlPlane);
    const of = { world, cluster, plane, machines };
    if (isLeaving(plane)) takeAway(of);
    else if (fieldAt(cluster, 'status.infrastructureReady') === true) {
      if (world.isReached(plane, 'secrets', world.delays.secrets)) {
        makeCertificates(world, cluster, plane);
        const { host, port } = recordAt(cluster, 'spec.controlPlaneEndpoint');
        makeKubeconfig(world, cluster, { owner: plane, server: `https://${host}:${port}` });
        step(of);
      }
    }
    show({ ...of, machines: world.ofCluster(MACHINES, cluster).filter(isOfControlPlane) });
  }
}
