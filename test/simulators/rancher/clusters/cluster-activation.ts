import type { RancherContext } from '../_core/rancher-context.ts';
import type { ManagementCluster } from '../_core/rancher-objects.ts';
import { machinesOf } from '../_core/rancher-store.ts';
import type { ClusterNodes } from '../machines/cluster-nodes.ts';
import {
  hasReached,
  isCounted,
  isEtcdLost,
  isRunning,
  isSane,
  isServer,
  isUp,
  type RancherMachine,
} from '../machines/machine-objects.ts';
import { machineProgress } from '../machines/machine-progress.ts';
import { kubeconfigSecret } from '../machines/machine-registration.ts';
import type { ClusterStatus } from './cluster-status.ts';
import { registryProblem } from './registries/registry-problem.ts';

const isConnected = (machine: RancherMachine): boolean => isServer(machine) && hasReached(machine, 'agentConnected');

/**
 * The machine on which etcd begins. A machine that was chosen before or has a plan comes first. Then follow machines
 * with both the etcd and the control plane role.
 */
function initNodeOf(machines: readonly RancherMachine[]): RancherMachine | undefined {
  const able = machines.filter(({ roles }) => roles.etcd);
  return (
    able.find(({ isInitNode }) => isInitNode) ??
    able.find(({ isPlanned }) => isPlanned) ??
    able.find(({ roles }) => roles.controlPlane) ??
    able[0]
  );
}

function dueToJoin(machines: readonly RancherMachine[]): RancherMachine[] {
  const servers = machines.filter(isServer);
  const waiting = (machine: RancherMachine) => !machine.isPlanned && isUp(machine);
  const first = initNodeOf(machines);
  const isBusy = servers.some((machine) => machine.isPlanned && !isRunning(machine));
  // No other server can join before the first one runs.
  const others = first && isRunning(first) ? servers : [];
  const next = isBusy ? undefined : [...(first ? [first] : []), ...others].find(waiting);
  const agents = servers.some(isRunning) ? machines.filter((machine) => !isServer(machine) && waiting(machine)) : [];
  return next ? [next, ...agents] : agents;
}

/**
 * The order in which RKE2 nodes come up. Nothing starts before one machine of each role has registered. Then servers
 * start one after the other, since etcd takes one new member at a time. All agents start at once as soon as one server
 * runs.
 */
export function clusterActivation(
  context: RancherContext,
  { nodes, status, advanced }: { nodes: ClusterNodes; status: ClusterStatus; advanced: (clusterId: string) => void },
) {
  const { store, contents, clock } = context;
  const progress = machineProgress(context, nodes);

  function advance(clusterId: string): void {
    plan(clusterId);
    advanced(clusterId);
  }

  function plan(clusterId: string): void {
    const cluster = store.clusters.get(clusterId);
    const machines = machinesOf(store, clusterId).filter(isCounted);
    // Without ready infrastructure and one machine of each role, no machine gets a plan.
    if (!cluster?.isInfrastructureReady || !isSane(machines)) return;
    if (registryProblem(store, store.provisioning.get(cluster.provisioningKey))) return;
    if (cluster.active && isEtcdLost(machines)) return;
    const first = initNodeOf(machines);
    if (first) first.isInitNode = true;
    for (const machine of dueToJoin(machines)) progress.join(machine, () => advance(clusterId));
    if (!cluster.active && machines.some(isConnected)) begin(cluster);
    status.follow(clusterId, machines);
  }

  /** Starts the cluster's agent. The agent runs on the first server. */
  function begin({ id, provisioningKey }: ManagementCluster): void {
    const provisioning = store.provisioning.get(provisioningKey);
    if (provisioning) {
      const secret = kubeconfigSecret(provisioning, clock.now());
      store.secrets.set(`${secret.namespace}/${secret.name}`, secret);
    }
    const projectOf = (wanted: string) =>
      [...store.projects.values()].find(({ clusterId, name }) => clusterId === id && name === wanted)?.id ?? '';
    contents.fill(id, { Default: projectOf('Default'), System: projectOf('System') });
    status.connected(id);
  }

  return {
    advance,
    registered: (machine: RancherMachine) => progress.register(machine, () => advance(machine.clusterId)),
    /** Registers a machine that Rancher itself has made for a pool. */
    begin: (machine: RancherMachine, reached: (machine: RancherMachine) => void) =>
      progress.register(machine, () => {
        advance(machine.clusterId);
        reached(machine);
      }),
  };
}
