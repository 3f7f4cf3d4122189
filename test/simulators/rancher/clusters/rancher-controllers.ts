import type { RancherContext } from '../_core/rancher-context.ts';
import type { ManagementCluster, ProvisioningCluster } from '../_core/rancher-objects.ts';
import { apiTokens } from '../identity/api-tokens.ts';
import { type ClusterNodes, clusterNodes } from '../machines/cluster-nodes.ts';
import type { RegisteringMachine } from '../machines/machine-headers.ts';
import type { RancherMachine } from '../machines/machine-objects.ts';
import { machinePower } from '../machines/machine-power.ts';
import { machineRegistration } from '../machines/machine-registration.ts';
import { machineRemoval } from '../machines/machine-removal.ts';
import { nodeActions } from '../machines/node-actions.ts';
import { plannerOperations } from '../operations/planner-operations.ts';
import { type PoolControllers, poolControllers } from '../pools/pool-controllers.ts';
import { certificateRotation } from './certificate-rotation.ts';
import { clusterActivation } from './cluster-activation.ts';
import { clusterLifecycle, DISPLAY_NAME } from './cluster-lifecycle.ts';
import { clusterRemoval } from './cluster-removal.ts';
import { type ClusterStatus, clusterStatus } from './cluster-status.ts';
import { clusterUpgrade } from './cluster-upgrade.ts';
import { registrationTokens } from './registration-tokens.ts';

/** The fields of a v3 cluster that a client may change. */
interface Renaming {
  name: string;
  description?: string | null | undefined;
  labels?: Record<string, string> | null | undefined;
}

/**
 * The planner's work on a running cluster: first one-time operations, then the rotation of certificates, then an
 * upgrade.
 */
function clusterRollout(context: RancherContext, nodes: ClusterNodes, status: ClusterStatus) {
  const rotation = certificateRotation(context, status);
  const upgrade = clusterUpgrade(context, nodes, status);
  const operations = plannerOperations(context, {
    status,
    respecified: ({ managementId = '' }) => upgrade.advance(managementId),
  });
  return {
    operate: operations.advance,
    advance(clusterId: string): void {
      operations.advance(clusterId);
      rotation.advance(clusterId);
      upgrade.advance(clusterId);
    },
  };
}

function machineControllers(context: RancherContext, nodes: ClusterNodes, status: ClusterStatus) {
  const activation = clusterActivation(context, { nodes, status, advanced });
  const rollout = clusterRollout(context, nodes, status);
  const registration = machineRegistration(context, activation);
  const pools: PoolControllers = poolControllers(context, {
    status,
    nodes,
    register: activation.begin,
    advance,
    remove: removeMachine,
    released: (machine) => machineEnd.looked(machine),
  });
  const machineEnd = machineRemoval(context, { nodes, infrastructure: pools.infrastructure });

  /** If an operation was requested before the cluster was up, the operation begins once the cluster is up. */
  function advanced(clusterId: string): void {
    pools.sync(clusterId);
    rollout.operate(clusterId);
  }

  function advance(clusterId: string): void {
    activation.advance(clusterId);
    rollout.advance(clusterId);
  }

  function removeMachine(machine: RancherMachine): void {
    machineEnd.begin(machine, () => advance(machine.clusterId));
  }

  /** Called when a client has changed the machine's annotations. */
  function machineMarked(machine: RancherMachine): void {
    machineEnd.looked(machine);
    pools.marked(machine);
  }

  return { activation, rollout, registration, pools, removeMachine, machineMarked };
}

export type RancherControllers = ReturnType<typeof rancherControllers>;

/** What Rancher does by itself after a request was answered: naming, tokens, activation, removal. */
export function rancherControllers(context: RancherContext) {
  const { store, clock, delays } = context;
  const tokens = registrationTokens(context);
  const keys = apiTokens(context);
  const nodes = clusterNodes(context);
  const status = clusterStatus(context);
  const machines = machineControllers(context, nodes, status);
  const { activation, rollout, registration, pools } = machines;
  const removal = clusterRemoval(context, { status, empty: pools.empty, forgotten: pools.forget });
  const lifecycle = clusterLifecycle(context, {
    ...{ status, tokens, orphaned: removal.orphaned, assigned: pools.changed },
    infrastructureReady: activation.advance,
  });

  return {
    ...{ tokens, apiTokens: keys, status },
    ...{ created: lifecycle.created, imported: lifecycle.imported },
    ...{ removed: removal.removed, managementRemoved: removal.managementRemoved },
    /** Called when the cluster's spec has changed. A moment later, Rancher resets the display name. */
    changed(cluster: ProvisioningCluster): void {
      if (!cluster.managementId) return;
      rollout.advance(cluster.managementId);
      pools.changed(cluster);
      clock.after(delays.renameRevert, () => {
        if (cluster.annotations[DISPLAY_NAME] === cluster.name) return;
        cluster.annotations[DISPLAY_NAME] = cluster.name;
        cluster.resourceVersion = context.nextRevision();
      });
    },
    /**
     * Called when a client has renamed a v3 cluster. A moment later, Rancher restores all values that come from the
     * provisioning object.
     */
    renamed(cluster: ManagementCluster, given: Renaming): void {
      const { name, description, labels } = cluster;
      cluster.name = given.name;
      cluster.description = given.description ?? description;
      cluster.labels = { ...labels, ...given.labels };
      if (cluster.provisioningKey === '') return;
      clock.after(delays.renameRevert, () => {
        const provisioning = store.provisioning.get(cluster.provisioningKey);
        Object.assign(cluster, { name: provisioning?.name ?? name, description: '', labels: {} });
      });
    },
    /** Adds the machine to the cluster, or returns the existing one if the machine has registered before. */
    registered: (clusterId: string, machine: RegisteringMachine): RancherMachine | undefined =>
      registration.register(clusterId, machine),
    ...{ machineRemoved: machines.removeMachine, machineMarked: machines.machineMarked },
    ...{ nodes, pools },
    power: machinePower(context, nodes, status),
    nodeActions: nodeActions(context, nodes),
    /** Called when an object to which clusters refer has changed. Some clusters may have waited for this change. */
    looked(): void {
      for (const id of store.clusters.keys()) activation.advance(id);
      pools.looked();
    },
  };
}
