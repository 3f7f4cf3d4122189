import { type ClusterUpdate, machineFor, type OfDriver } from '../_core/cluster-driver.ts';
import type { LifecycleState } from '../_core/lifecycle-state.ts';
import type { ClusterMachine } from '../_core/operation.ts';
import type { Hibernation } from '../timetable/hibernation.ts';
import type { CertificateRotation } from './certificate-rotation.ts';
import type { Cluster } from './cluster.ts';
import type { ClusterApiChange } from './cluster-api-change.ts';
import type { PoolChange } from './machine-pools.ts';
import type { RancherOperation } from './operations/rancher-operation.ts';

type Updating = {
  state: string;
  hibernation?: Pick<Hibernation, 'status'> | undefined;
  certificateRotation?: CertificateRotation | undefined;
  poolChange?: PoolChange | undefined;
  clusterApiChange?: ClusterApiChange | undefined;
  rancherOperation?: RancherOperation | undefined;
};
/** Which update of the cluster is running or scheduled. Undefined if there is none. */
export function updateOf(cluster: Updating): ClusterUpdate | undefined {
  const { state, hibernation, certificateRotation, poolChange, clusterApiChange, rancherOperation } = cluster;
  if (state !== 'UPDATE_SCHEDULED' && state !== 'UPDATING') return undefined;
  if (rancherOperation) return 'operateCluster';
  if (poolChange) return 'changePools';
  if (clusterApiChange) return 'changeClusterApi';
  if (!hibernation) return certificateRotation ? 'rotateCertificates' : 'upgradeCluster';
  return hibernation.status === 'WAKING' ? 'wakeCluster' : 'hibernateCluster';
}

/**
 * The state machine of an operation on the whole cluster. Each kind of update has its own state machine. Every other
 * operation is a part of an order, so it runs in `process-order`.
 */
export function wholeClusterMachine(cluster: OfDriver & Updating): ClusterMachine {
  const update = updateOf(cluster);
  return update ? machineFor(update, cluster) : 'process-order';
}

const RESTING: readonly LifecycleState[] = ['OK', 'ERRED'];
/**
 * Whether an operation on the whole cluster was accepted and has not ended. If so, the operation's state machine should
 * be running.
 */
export const isUnderOperation = ({ state, operationUuid }: Pick<Cluster, 'state' | 'operationUuid'>): boolean =>
  operationUuid !== undefined && !RESTING.includes(state);

type Worked = Pick<Cluster, 'state' | 'operationUuid' | 'operationSince' | 'nodeOperations' | 'created'>;
/**
 * When the current operation on the cluster or on one of its nodes was accepted. Undefined if no operation is running.
 */
export function atWorkSince(cluster: Worked): string | undefined {
  const oldest = cluster.nodeOperations.map(({ since }) => since).sort()[0];
  return isUnderOperation(cluster) ? (cluster.operationSince ?? cluster.created) : oldest;
}
