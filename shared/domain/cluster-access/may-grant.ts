import { Conflict } from '#shared/errors';
import { assertState } from '../_core/assert-state.ts';
import type { Cluster } from '../clusters/cluster.ts';

/**
 * Throws Conflict unless groups of the cluster can be bound in Rancher: the cluster exists there and is not being
 * deleted.
 */
export function assertAccessible(cluster: Pick<Cluster, 'state' | 'backendId'>): void {
  assertState(cluster, ['OK', 'UPDATE_SCHEDULED', 'UPDATING', 'ERRED']);
  if (cluster.backendId === '') throw new Conflict('The cluster is not in Rancher yet.');
}

/** Whether only the deletion of the cluster may remove its groups. */
export const isBeingDeleted = ({ state }: Pick<Cluster, 'state'>): boolean =>
  state === 'DELETION_SCHEDULED' || state === 'DELETING';
