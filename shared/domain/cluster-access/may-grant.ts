import { Conflict } from '#shared/errors';
import { demandState } from '../_core/demand-state.ts';
import type { Cluster } from '../clusters/cluster.ts';

/** Throws Conflict unless groups of the cluster can be bound in Rancher: it is there, and is not on its way out. */
export function demandEnterable(cluster: Pick<Cluster, 'state' | 'backendId'>): void {
  demandState(cluster, ['OK', 'UPDATE_SCHEDULED', 'UPDATING', 'ERRED']);
  if (cluster.backendId === '') throw new Conflict('The cluster is not in Rancher yet.');
}

/** Whether its groups are its deletion's to take away, and nobody else's any more. */
export const isLeaving = ({ state }: Pick<Cluster, 'state'>): boolean =>
  state === 'DELETION_SCHEDULED' || state === 'DELETING';
