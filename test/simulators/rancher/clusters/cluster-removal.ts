import { randomUUID } from 'node:crypto';
import type { RancherContext } from '../_core/rancher-context.ts';
import type { ManagementCluster, ProvisioningCluster, RoleBinding } from '../_core/rancher-objects.ts';
import { machinesOf } from '../_core/rancher-store.ts';
import { kubeconfigSecretOf, planSecretOf } from '../machines/machine-objects.ts';
import { FINALIZER } from './cluster-lifecycle.ts';
import type { ClusterStatus } from './cluster-status.ts';

/** What remains of a deletion: at what share of the time until the provisioning object is gone something happens. */
const AT = {
  managementRemoving: 0.2,
  reconciling: 0.35,
  managementRemoved: 0.37,
  waitingForCapi: 0.55,
  released: 0.75,
};

/** Deletion of a cluster, step by step; API keys and kubeconfig tokens made for it stay. */
export function clusterRemoval(context: RancherContext, { status }: { status: ClusterStatus }) {
  const { store, clock, delays, nextRevision } = context;
  const now = (): string => `${new Date(clock.now()).toISOString().slice(0, 19)}Z`;
  const keyOf = ({ namespace, name }: ProvisioningCluster): string => `${namespace}/${name}`;

  function forgetProvisioning(cluster: ProvisioningCluster): void {
    if (store.provisioning.get(keyOf(cluster)) === cluster) store.provisioning.delete(keyOf(cluster));
  }

  function loosen(cluster: ProvisioningCluster, finalizers: string[]): void {
    Object.assign(cluster, { finalizers, resourceVersion: nextRevision() });
  }

  /** The provisioning object's own way: its planner lets go, then Cluster API's cluster has to be gone. */
  function removeProvisioning(cluster: ProvisioningCluster): void {
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
    clock.after(AT.released * delays.clusterDelete, () => loosen(cluster, [FINALIZER.first]));
    clock.after(delays.clusterDelete, () => forgetProvisioning(cluster));
  }

  function markRemoving(id: string): void {
    const cluster = store.clusters.get(id);
    if (cluster && !cluster.deletedAt) Object.assign(cluster, { deletedAt: now(), resourceVersion: nextRevision() });
  }

  /** `lead` is how much longer than its own time the v3 cluster has, for the provisioning object that goes first. */
  function removeManagement(id: string, lead: number): void {
    clock.after(AT.managementRemoved * lead, () => status.mark(id, ['Removed']));
    clock.after(lead + 0.87 * delays.managementDelete, () => {
      const cluster = store.clusters.get(id);
      if (cluster) cluster.finalizers = [FINALIZER.rbac];
    });
    const [namespace = '', name = ''] = store.clusters.get(id)?.provisioningKey.split('/') ?? [];
    clock.after(lead + delays.managementDelete, () => {
      store.clusters.delete(id);
      store.secrets.delete(`${namespace}/${kubeconfigSecretOf(name)}`);
      for (const machine of machinesOf(store, id))
        store.secrets.delete(`${machine.namespace}/${planSecretOf(machine)}`);
      forgetOf(id, [store.machines, store.nodes, store.contents]);
      const [first] = [...store.projects.values()].filter(
        ({ clusterId, name }) => clusterId === id && name === 'System',
      );
      if (first) store.projects.delete(first.id);
      Object.assign(store.clusterNamespaces.get(id) ?? {}, { deletedAt: now() });
      removeNamespace(id);
    });
  }

  function removeNamespace(id: string): void {
    clock.after(delays.projectsDelete, () => {
      forgetOf(id, [store.projects]);
      const isInside = ({ placeId }: RoleBinding) => placeId === id || placeId.startsWith(`${id}:`);
      for (const [key, binding] of store.roleBindings) if (isInside(binding)) store.roleBindings.delete(key);
    });
    clock.after(delays.projectsDelete + delays.bindingsDelete, () => forgetOf(id, [store.tokens]));
    clock.after(delays.projectsDelete + delays.bindingsDelete + delays.namespaceDelete, () =>
      store.clusterNamespaces.delete(id),
    );
  }

  function markDeleted(cluster: ProvisioningCluster): void {
    Object.assign(cluster, { deletedAt: now(), resourceVersion: nextRevision() });
    cluster.generation += 1;
  }

  return {
    /** Of `/v1`; true where nothing kept the object, so that it is gone with the answer. */
    removed(cluster: ProvisioningCluster): boolean {
      if (cluster.deletedAt) return false;
      markDeleted(cluster);
      if (cluster.finalizers.length === 0) {
        forgetProvisioning(cluster);
        return true;
      }
      const { managementId } = cluster;
      // Nothing has been made of it yet.
      if (managementId === undefined) clock.after(delays.clusterAssign, () => forgetProvisioning(cluster));
      else {
        removeProvisioning(cluster);
        clock.after(AT.managementRemoving * delays.clusterDelete, () => markRemoving(managementId));
        removeManagement(managementId, delays.clusterDelete);
      }
      return false;
    },
    /** Its provisioning object is gone already. */
    orphaned(id: string): void {
      markRemoving(id);
      removeManagement(id, delays.clusterDelete);
    },
    /** Of `/v3`. */
    managementRemoved(cluster: ManagementCluster): void {
      if (cluster.deletedAt) return;
      markRemoving(cluster.id);
      const provisioning = store.provisioning.get(cluster.provisioningKey);
      if (!provisioning) removeManagement(cluster.id, -delays.managementDelete / 2);
      else if (!cluster.conditions.some(({ type }) => type === 'CreatorMadeOwner')) remakeManagement(cluster);
      else {
        markDeleted(provisioning);
        removeProvisioning(provisioning);
        removeManagement(cluster.id, delays.clusterDelete);
      }
    },
  };

  /** While a cluster is so new, the provisioning object does not follow its v3 cluster, but makes it again under the same id. */
  function remakeManagement(cluster: ManagementCluster): void {
    clock.after(delays.clusterAssign, () => {
      const { deletedAt: _, ...rest } = cluster;
      store.clusters.set(cluster.id, { ...rest, uid: randomUUID(), createdAt: now() });
    });
  }

  function forgetOf(id: string, kinds: Map<string, { clusterId: string }>[]): void {
    for (const kind of kinds) for (const [key, object] of kind) if (object.clusterId === id) kind.delete(key);
  }
}
