import type { ProvisioningCluster } from '../_core/rancher-objects.ts';
import type { RancherStore } from '../_core/rancher-store.ts';
import { isRotationDue } from '../clusters/rotation-message.ts';
import { openOperation } from './planner-operation.ts';

/** The phases of a restoration in which the planner pauses Cluster API's cluster. */
const RESTORING: readonly string[] = ['Restore', 'PostRestorePodCleanup'];

/** The planner pauses Cluster API's cluster while it rotates certificates or keys, and while etcd is restored. */
export function isPausedByPlanner(store: RancherStore, cluster: ProvisioningCluster): boolean {
  if (cluster.deletedAt !== undefined) return false;
  if (isRotationDue(store, cluster)) return true;
  const [operation, state] = openOperation(cluster) ?? [];
  if (operation?.field === 'etcdSnapshotRestore') return RESTORING.includes(state?.phase ?? '');
  return operation?.field === 'rotateEncryptionKeys';
}
