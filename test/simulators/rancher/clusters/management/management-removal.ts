import { randomUUID } from 'node:crypto';
import type { RancherContext } from '#test/simulators/rancher/_core/rancher-context';
import type { ManagementCluster, RoleBinding } from '#test/simulators/rancher/_core/rancher-objects';
import { machinesOf } from '#test/simulators/rancher/_core/rancher-store';
import { kubeconfigSecretOf, planSecretOf } from '#test/simulators/rancher/machines/machine-objects';
import { FINALIZER } from '../cluster-lifecycle.ts';
import type { ClusterStatus } from '../cluster-status.ts';
import { provisioningLog } from '../provisioning-log.ts';

/** The share of `lead` after which the v3 cluster has the condition `Removed`. */
const SHOWN_AT = 0.37;

export function managementRemoval(context: RancherContext, { status }: { status: ClusterStatus }) {
  const { store, clock, delays, nextRevision } = context;
  const now = (): string => `${new Date(clock.now()).toISOString().slice(0, 19)}Z`;

  function markRemoving(id: string): void {
    const cluster = store.clusters.get(id);
    if (cluster && !cluster.deletedAt) Object.assign(cluster, { deletedAt: now(), resourceVersion: nextRevision() });
  }

  /** Deletes the v3 cluster, `lead` ms later than usual. A negative `lead` makes it earlier than usual. */
  function removeManagement(id: string, lead: number): void {
    clock.after(SHOWN_AT * lead, () => status.mark(id, ['Removed']));
    clock.after(lead + 0.87 * delays.managementDelete, () => {
      const cluster = store.clusters.get(id);
      if (cluster) cluster.finalizers = [FINALIZER.rbac];
    });
    const [namespace = '', name = ''] = store.clusters.get(id)?.provisioningKey.split('/') ?? [];
    clock.after(lead + delays.managementDelete, () => forget(id, namespace, name));
  }

  function forget(id: string, namespace: string, name: string): void {
    store.clusters.delete(id);
    store.secrets.delete(`${namespace}/${kubeconfigSecretOf(name)}`);
    for (const machine of machinesOf(store, id)) store.secrets.delete(`${machine.namespace}/${planSecretOf(machine)}`);
    forgetOf(id, [store.machines, store.nodes, store.contents]);
    const [first] = [...store.projects.values()].filter(({ clusterId, name }) => clusterId === id && name === 'System');
    if (first) store.projects.delete(first.id);
    Object.assign(store.clusterNamespaces.get(id) ?? {}, { deletedAt: now() });
    removeNamespace(id);
  }

  function removeNamespace(id: string): void {
    clock.after(delays.projectsDelete, () => {
      forgetOf(id, [store.projects]);
      const isInside = ({ placeId }: RoleBinding) => placeId === id || placeId.startsWith(`${id}:`);
      for (const [key, binding] of store.roleBindings) if (isInside(binding)) store.roleBindings.delete(key);
    });
    clock.after(delays.projectsDelete + delays.registrationTokensDelete, () => forgetOf(id, [store.tokens]));
    clock.after(delays.projectsDelete + delays.registrationTokensDelete + delays.namespaceDelete, () => {
      store.clusterNamespaces.delete(id);
      provisioningLog(context).forget(id);
    });
  }

  /**
   * If the v3 cluster of a new provisioning cluster is deleted, the provisioning cluster stays. Rancher then makes the
   * v3 cluster again, with the same id.
   */
  function remakeManagement(cluster: ManagementCluster): void {
    cluster.isMadeAgain = true;
    clock.after(delays.clusterAssign, () => {
      const { deletedAt: _, isMadeAgain: __, ...rest } = cluster;
      store.clusters.set(cluster.id, { ...rest, uid: randomUUID(), createdAt: now() });
    });
  }

  return { markRemoving, remove: removeManagement, remake: remakeManagement };
}

function forgetOf(id: string, kinds: Map<string, { clusterId: string }>[]): void {
  for (const kind of kinds) for (const [key, object] of kind) if (object.clusterId === id) kind.delete(key);
}
