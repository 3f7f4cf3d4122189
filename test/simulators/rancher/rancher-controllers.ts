import { randomUUID } from 'node:crypto';
import { randomName } from '../_kit/random-name.ts';
import { apiTokens } from './api-tokens.ts';
import { clusterActivation } from './cluster-activation.ts';
import { clusterNodes } from './cluster-nodes.ts';
import { clusterUpgrade } from './cluster-upgrade.ts';
import type { RegisteringMachine } from './machine-headers.ts';
import type { RancherMachine } from './machine-objects.ts';
import { machineRegistration } from './machine-registration.ts';
import { machineRemoval } from './machine-removal.ts';
import { nodeActions } from './node-actions.ts';
import type { RancherContext } from './rancher-context.ts';
import type { ManagementCluster, ProvisioningCluster } from './rancher-objects.ts';
import { forgetCluster } from './rancher-store.ts';
import { registrationTokens } from './registration-tokens.ts';

export type RancherControllers = ReturnType<typeof rancherControllers>;

/** What Rancher does by itself after a request was answered: naming, tokens, activation, removal. */
export function rancherControllers(context: RancherContext) {
  const { store, clock, delays } = context;
  const tokens = registrationTokens(context);
  const keys = apiTokens(context);
  const nodes = clusterNodes(context);
  const activation = clusterActivation(context, nodes);
  const upgrade = clusterUpgrade(context, nodes);
  const registration = machineRegistration(context, activation);
  const removal = machineRemoval(context, nodes);

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
    /** Adds the machine to the cluster, or finds the one it already is. */
    registered: (clusterId: string, machine: RegisteringMachine): RancherMachine | undefined =>
      registration.register(clusterId, machine),
    machineRemoved(machine: RancherMachine): void {
      removal.begin(machine, () => {
        activation.advance(machine.clusterId);
        upgrade.advance(machine.clusterId);
      });
    },
    nodes,
    nodeActions: nodeActions(context, nodes),
    /** Something that clusters refer to has changed: those that waited for it go on. */
    looked(): void {
      for (const id of store.clusters.keys()) activation.advance(id);
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
