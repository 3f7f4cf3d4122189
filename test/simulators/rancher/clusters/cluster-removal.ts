import type { RancherContext } from '../_core/rancher-context.ts';
import type { ManagementCluster, ProvisioningCluster } from '../_core/rancher-objects.ts';
import { FINALIZER } from './cluster-lifecycle.ts';
import type { ClusterStatus } from './cluster-status.ts';
import { managementRemoval } from './management/management-removal.ts';

/** Steps of a deletion, as shares of the time until the provisioning object is gone. */
const AT = {
  managementRemoving: 0.2,
  reconciling: 0.35,
  waitingForCapi: 0.55,
  released: 0.75,
};

interface Parts {
  status: ClusterStatus;
  /** Calls `done` once the cluster's pools have no servers left. Without any servers, calls it at once. */
  empty: (cluster: ProvisioningCluster, done: () => void) => void;
  forgotten: (key: string) => void;
}

/** Deletes a provisioning object: first sets its deletion time, and at last removes its last finalizer. */
function provisioningRemoval(context: RancherContext, { status, forgotten }: Parts) {
  const { store, clock, delays, nextRevision } = context;
  const now = (): string => `${new Date(clock.now()).toISOString().slice(0, 19)}Z`;
  const keyOf = ({ namespace, name }: ProvisioningCluster): string => `${namespace}/${name}`;

  function forgetProvisioning(cluster: ProvisioningCluster): void {
    if (store.provisioning.get(keyOf(cluster)) !== cluster) return;
    store.provisioning.delete(keyOf(cluster));
    forgotten(keyOf(cluster));
  }

  function loosen(cluster: ProvisioningCluster, finalizers: string[]): void {
    Object.assign(cluster, { finalizers, resourceVersion: nextRevision() });
  }

  /** The planner releases the cluster, which then waits until Cluster API's cluster is deleted. */
  function letGo(cluster: ProvisioningCluster): void {
    clock.after(AT.reconciling * delays.clusterDelete, () => {
      loosen(cluster, [FINALIZER.first, FINALIZER.rke, FINALIZER.capi]);
      const over = cluster.conditions.filter(({ type }) => type === 'Updated' || type === 'Provisioned');
      for (const condition of over) condition.status = 'True';
      status.write(cluster, [
        ['Waiting', { status: 'True' }],
        ['Pending', { status: 'True' }],
      ]);
    });
    clock.after(AT.waitingForCapi * delays.clusterDelete, () => {
      loosen(cluster, [FINALIZER.first, FINALIZER.capi]);
      const message = `waiting for cluster-api cluster [${cluster.name}] to delete`;
      status.write(cluster, [['Removed', { status: 'Unknown', reason: 'Waiting', message }]]);
    });
  }

  function removeProvisioning(cluster: ProvisioningCluster, since: number): void {
    clock.after((AT.released - since) * delays.clusterDelete, () => loosen(cluster, [FINALIZER.first]));
    clock.after((1 - since) * delays.clusterDelete, () => forgetProvisioning(cluster));
  }

  function markDeleted(cluster: ProvisioningCluster): void {
    Object.assign(cluster, { deletedAt: now(), resourceVersion: nextRevision() });
    cluster.generation += 1;
  }

  return { mark: markDeleted, forget: forgetProvisioning, letGo, remove: removeProvisioning };
}

/** Deletes a cluster step by step. API keys and kubeconfig tokens that were made for it stay. */
export function clusterRemoval(context: RancherContext, parts: Parts) {
  const { store, clock, delays } = context;
  const management = managementRemoval(context, parts);
  const object = provisioningRemoval(context, parts);

  /**
   * Deletes the provisioning object and its v3 cluster. The provisioning object waits until Cluster API's cluster is
   * gone. During this wait, the machines of pools are deleted.
   */
  function removeBoth(cluster: ProvisioningCluster, managementId: string): void {
    object.letGo(cluster);
    clock.after(AT.managementRemoving * delays.clusterDelete, () => management.markRemoving(managementId));
    clock.after(AT.waitingForCapi * delays.clusterDelete, () =>
      parts.empty(cluster, () => {
        object.remove(cluster, AT.waitingForCapi);
        management.remove(managementId, (1 - AT.waitingForCapi) * delays.clusterDelete);
      }),
    );
  }

  return {
    /**
     * Deletes a cluster through `/v1`. Returns true if the object has no finalizer, so that the object is gone when the
     * answer arrives.
     */
    removed(cluster: ProvisioningCluster): boolean {
      if (cluster.deletedAt) return false;
      object.mark(cluster);
      if (cluster.finalizers.length === 0) {
        object.forget(cluster);
        return true;
      }
      const { managementId } = cluster;
      if (managementId === undefined) clock.after(delays.clusterAssign, () => object.forget(cluster));
      else removeBoth(cluster, managementId);
      return false;
    },
    orphaned(id: string): void {
      management.markRemoving(id);
      management.remove(id, delays.clusterDelete);
    },
    managementRemoved(cluster: ManagementCluster): void {
      if (cluster.deletedAt) return;
      management.markRemoving(cluster.id);
      const provisioning = store.provisioning.get(cluster.provisioningKey);
      if (!provisioning) management.remove(cluster.id, -delays.managementDelete / 2);
      else if (!cluster.conditions.some(({ type }) => type === 'CreatorMadeOwner')) management.remake(cluster);
      else {
        object.mark(provisioning);
        removeBoth(provisioning, cluster.id);
      }
    },
  };
}
