import { createHash, randomUUID } from 'node:crypto';
import { randomName } from '../_kit/random-name.ts';
import { apiTokens } from './api-tokens.ts';
import { clusterActivation } from './cluster-activation.ts';
import { clusterUpgrade } from './cluster-upgrade.ts';
import type { RancherContext } from './rancher-context.ts';
import type { ManagementCluster, NodeRoles, ProvisioningCluster, RancherNode } from './rancher-objects.ts';
import { forgetCluster, nodesOf } from './rancher-store.ts';
import { registrationTokens } from './registration-tokens.ts';

/** What an installing machine tells about itself in its `X-Cattle-…` headers. */
export interface RegisteringMachine {
  machineId: string;
  hostname: string;
  address: string;
  roles: NodeRoles;
  labels: Record<string, string>;
}

export type RancherControllers = ReturnType<typeof rancherControllers>;

/** What Rancher does by itself after a request was answered: naming, tokens, activation, removal. */
export function rancherControllers(context: RancherContext) {
  const { store, clock, delays } = context;
  const tokens = registrationTokens(context);
  const keys = apiTokens(context);
  const activation = clusterActivation(context);
  const upgrade = clusterUpgrade(context);

  function assign(cluster: ProvisioningCluster): void {
    const key = `${cluster.namespace}/${cluster.name}`;
    // Deleted before the controller came by: there is nothing to name any more.
    if (store.provisioning.get(key) !== cluster || cluster.deletedAt) return;
    const id = `c-m-${randomName(8)}`;
    cluster.managementId = id;
    store.clusters.set(id, managementCluster(id, key, cluster));
    tokens.make(id, 'default-token');
  }

  return {
    tokens,
    apiTokens: keys,
    created(cluster: ProvisioningCluster): void {
      clock.after(delays.clusterAssign, () => assign(cluster));
    },
    /** What was asked of the cluster is something else now. */
    changed(cluster: ProvisioningCluster): void {
      if (cluster.managementId) upgrade.advance(cluster.managementId);
    },
    removed(cluster: ProvisioningCluster): void {
      if (cluster.deletedAt) return;
      cluster.deletedAt = new Date(clock.now()).toISOString();
      clock.after(delays.clusterDelete, () => {
        if (cluster.managementId) forgetCluster(store, cluster.managementId);
        store.provisioning.delete(`${cluster.namespace}/${cluster.name}`);
      });
    },
    /** Adds the machine to the cluster, or finds the node it already is. */
    registered(clusterId: string, machine: RegisteringMachine): RancherNode {
      const known = nodesOf(store, clusterId).find((node) => node.machineId === machine.machineId);
      const node = known ?? newNode(clusterId, machine);
      store.nodes.set(node.id, node);
      activation.advance(clusterId);
      return node;
    },
    /** Something that clusters refer to has changed: those that waited for it go on. */
    looked(): void {
      for (const id of store.clusters.keys()) activation.advance(id);
    },
    /** Pods that nothing would make again elsewhere go by force only; there are some on every node. */
    drained(node: RancherNode, { force }: { force: boolean }): void {
      Object.assign(node, { unschedulable: true, drain: 'draining' });
      clock.after(delays.drain, () => {
        if (node.drain === 'draining') node.drain = force ? 'drained' : 'failed';
      });
    },
  };
}

function managementCluster(id: string, provisioningKey: string, from: ProvisioningCluster): ManagementCluster {
  return {
    id,
    name: from.name,
    description: from.annotations['field.cattle.io/description'] ?? '',
    uid: randomUUID(),
    createdAt: from.createdAt,
    provisioningKey,
    active: false,
  };
}

function newNode(clusterId: string, { machineId, hostname, address, roles, labels }: RegisteringMachine): RancherNode {
  return {
    id: `${clusterId}:machine-${randomName(5)}`,
    clusterId,
    machineId,
    machineName: `custom-${createHash('sha256').update(machineId).digest('hex').slice(0, 12)}`,
    requestedHostname: hostname,
    address,
    // A node that names no role is a worker to Rancher's API.
    roles: roles.etcd || roles.controlPlane ? roles : { ...roles, worker: true },
    labels,
    createdAt: new Date().toISOString(),
    phase: 'registering',
    unschedulable: false,
    drain: 'none',
    kubeletVersion: '',
    rolling: 'none',
  };
}
