import type { ProvisioningCluster } from '#test/simulators/rancher/_core/rancher-objects';
import { machinesOf, type RancherStore } from '#test/simulators/rancher/_core/rancher-store';
import { CLUSTER_PAUSED } from '#test/simulators/rancher/machines/machine-holds';
import { idOf, type MachineDeployment } from '../pool-objects.ts';
import { isAvailable } from './machine-sets.ts';
import { allOf, type Condition, condition } from './replica-conditions.ts';

interface Known {
  isInitialized: boolean;
  isProvisioned: boolean;
  isPaused: boolean;
}

/**
 * Counts the replicas in all MachineDeployments of a cluster. Rancher makes a MachineDeployment for each pool, also for
 * pools of control plane nodes. So Cluster API counts control plane nodes as workers.
 */
export function workersOf(store: RancherStore, cluster: ProvisioningCluster) {
  const deployments = [...store.machineDeployments.values()].filter((one) => one.cluster === idOf(cluster));
  const machines = machinesOf(store, cluster.managementId ?? '').filter(({ pool }) => pool !== undefined);
  const available = machines.filter(isAvailable).length;
  return {
    desiredReplicas: deployments.reduce((sum, { spec }: MachineDeployment) => sum + spec.replicas, 0),
    ...{ replicas: machines.length, readyReplicas: available, availableReplicas: available },
    upToDateReplicas: machines.filter(({ pool }) => !pool?.isOutdated).length,
  };
}

function machineConditions(store: RancherStore, cluster: ProvisioningCluster, whose: 'ControlPlane' | 'Worker') {
  const machines = machinesOf(store, cluster.managementId ?? '').filter(
    ({ roles }) => roles.controlPlane === (whose === 'ControlPlane'),
  );
  const all = machines.length;
  return {
    ready: allOf(`${whose}Machines`, 'Ready', all, machines.filter(isAvailable).length),
    upToDate: allOf(`${whose}Machines`, 'UpToDate', all, machines.filter(({ pool }) => !pool?.isOutdated).length),
  };
}

const is = (type: string, truth: boolean, [yes, no]: [string, string]): Condition => ({
  ...{ type, status: truth ? 'True' : 'False', reason: truth ? yes : no, message: '' },
});

export function clusterConditions(store: RancherStore, cluster: ProvisioningCluster, known: Known): Condition[] {
  const { isInitialized, isProvisioned, isPaused } = known;
  const { desiredReplicas, replicas, availableReplicas, upToDateReplicas } = workersOf(store, cluster);
  const hasWorkers = availableReplicas >= desiredReplicas;
  const servers = machineConditions(store, cluster, 'ControlPlane');
  const workers = machineConditions(store, cluster, 'Worker');
  return [
    is('Available', isInitialized && hasWorkers, ['Available', 'NotAvailable']),
    is('RemoteConnectionProbe', isInitialized, ['ProbeSucceeded', 'ProbeFailed']),
    is('InfrastructureReady', isProvisioned, ['Ready', 'NotReady']),
    is('ControlPlaneInitialized', isInitialized, ['Initialized', 'NotInitialized']),
    is('ControlPlaneAvailable', isInitialized, ['Available', 'NotAvailable']),
    is('WorkersAvailable', hasWorkers, ['Available', 'NotAvailable']),
    condition('RollingOut', upToDateReplicas < replicas),
    condition('Remediating', false),
    condition('ScalingDown', replicas > desiredReplicas),
    condition('ScalingUp', replicas < desiredReplicas),
    ...[servers.ready, workers.ready, servers.upToDate, workers.upToDate],
    condition('Paused', isPaused, isPaused ? CLUSTER_PAUSED : ''),
    condition('Deleting', cluster.deletedAt !== undefined),
  ];
}
