import { Conflict } from '#shared/errors';
import { assertState } from '../_core/assert-state.ts';
import type { Cluster } from '../clusters/cluster.ts';

/** Throws Conflict unless groups of the cluster can be bound in Rancher: it is there, and is not on its way out. */
export function assertAccessible(cluster: Pick<Cluster, 'state' | 'backendId'>): void {
  assertState(cluster, ['OK', 'UPDATE_SCHEDULED', 'UPDATING', 'ERRED']);
  if (cluster.backendId === '') throw new Conflict('The cluster is not in Rancher yet.');
}

/** Whether its groups are its deletion's to take away, and nobody else's any more. */
export const isBeingDeleted = ({ state }: Pick<Cluster, 'state'>): boolean =>
  state === 'DELETION_SCHEDULED' || state === 'DELETING';
