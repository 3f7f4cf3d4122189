import { type ClusterUpdate, machineFor, type OfDriver } from '../_core/cluster-driver.ts';
import type { ClusterMachine } from '../_core/operation.ts';
import type { Hibernation } from '../timetable/hibernation.ts';
import type { Cluster, LifecycleState } from './cluster.ts';

type Updating = { state: string; hibernation?: Pick<Hibernation, 'status'> | undefined };
/** The work of a cluster that is being updated. Undefined for all others. */
export function updateOf({ state, hibernation }: Updating): ClusterUpdate | undefined {
  if (state !== 'UPDATE_SCHEDULED' && state !== 'UPDATING') return undefined;
  if (!hibernation) return 'upgradeCluster';
  return hibernation.status === 'WAKING' ? 'wakeCluster' : 'hibernateCluster';
}

/**
 * The state machine of an operation on the whole cluster. An update has a machine of its own; all other operations
 * belong to an order.
 */
export function wholeClusterMachine(cluster: OfDriver & Updating): ClusterMachine {
  const update = updateOf(cluster);
  return update ? machineFor(update, cluster) : 'process-order';
}

const RESTING: readonly LifecycleState[] = ['OK', 'ERRED'];
/** Whether an operation on the whole cluster was accepted and has not ended, so that its state machine should be running. */
export const isUnderOperation = ({ state, operationUuid }: Pick<Cluster, 'state' | 'operationUuid'>): boolean =>
  operationUuid !== undefined && !RESTING.includes(state);

type Worked = Pick<Cluster, 'state' | 'operationUuid' | 'operationSince' | 'nodeOperations' | 'created'>;
/** When the present work on the cluster or one of its nodes began. Undefined if there is none. */
export function atWorkSince(cluster: Worked): string | undefined {
  const oldest = cluster.nodeOperations.map(({ since }) => since).sort()[0];
  return isUnderOperation(cluster) ? (cluster.operationSince ?? cluster.created) : oldest;
}
