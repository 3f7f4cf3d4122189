import type { RancherContext } from '../_core/rancher-context.ts';
import type { OperationState, ProvisioningCluster } from '../_core/rancher-objects.ts';
import { machinesOf } from '../_core/rancher-store.ts';
import type { ClusterStatus } from '../clusters/cluster-status.ts';
import { isCounted, isInitialized } from '../machines/machine-objects.ts';
import { makeSnapshots, snapshotOf, specIn } from './etcd-snapshots.ts';
import { begun, isOver, OPERATIONS, openOperation, type PlannerOperation } from './planner-operation.ts';
import { restoredSpec } from './restore-spec.ts';

/** The phase after this one. A test can ask for `Failed` once, which ends the operation. */
function nextPhase(
  cluster: ProvisioningCluster,
  { field, phases }: PlannerOperation,
  { phase }: OperationState,
): string {
  if (cluster.failingOperation !== field) return phases[phases.indexOf(phase) + 1] ?? phase;
  delete cluster.failingOperation;
  return 'Failed';
}

/** The planner's work after a request for an operation: one operation at a time, phase by phase. */
export function plannerOperations(
  context: RancherContext,
  { status, respecified }: { status: ClusterStatus; respecified: (cluster: ProvisioningCluster) => void },
) {
  const { store, clock, delays, nextRevision } = context;

  const isReady = ({ managementId = '' }: ProvisioningCluster): boolean =>
    isInitialized(machinesOf(store, managementId).filter(isCounted));

  function restore(cluster: ProvisioningCluster, { asked }: OperationState): void {
    const snapshot = snapshotOf(store, cluster.namespace, asked.name);
    if (!snapshot) return;
    const spec = restoredSpec(cluster.spec, specIn(snapshot), asked.restoreRKEConfig);
    if (spec === cluster.spec) return;
    Object.assign(cluster, { spec, generation: cluster.generation + 1, resourceVersion: nextRevision() });
    respecified(cluster);
  }

  function write(cluster: ProvisioningCluster, operation: PlannerOperation, state: OperationState | undefined): void {
    const { [operation.field]: _before, ...others } = cluster.operations ?? {};
    cluster.operations = { ...others, ...(state && { [operation.field]: state }) };
    const [field, phase] = [operation.field, state?.phase];
    if (field === 'etcdSnapshotCreate' && phase === 'RestartCluster') makeSnapshots(context, cluster);
    if (field === 'etcdSnapshotRestore' && phase === 'Started' && state) restore(cluster, state);
    cluster.resourceVersion = nextRevision();
    status.sync(cluster.managementId ?? '');
  }

  function goOn(cluster: ProvisioningCluster, operation: PlannerOperation): void {
    clock.after(delays.operationPhase, () => {
      const state = cluster.operations?.[operation.field];
      if (store.provisioning.get(`${cluster.namespace}/${cluster.name}`) !== cluster || cluster.deletedAt || !state)
        return;
      const phase = nextPhase(cluster, operation, state);
      write(cluster, operation, { ...state, phase });
      if (isOver(operation, { ...state, phase })) advance(cluster);
      else goOn(cluster, operation);
    });
  }

  function advance(cluster: ProvisioningCluster): void {
    const due = OPERATIONS.filter((one) => begun(cluster, one) !== cluster.operations?.[one.field]);
    if (due.length === 0 || cluster.deletedAt || openOperation(cluster) || !isReady(cluster)) return;
    for (const operation of due) {
      const next = begun(cluster, operation);
      write(cluster, operation, next);
      if (next) goOn(cluster, operation);
      if (next) return;
    }
  }

  return {
    advance(clusterId: string): void {
      const cluster = store.provisioning.get(store.clusters.get(clusterId)?.provisioningKey ?? '');
      if (cluster) advance(cluster);
    },
  };
}
