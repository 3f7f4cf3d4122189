import { implement } from '#shared/app/_core/steps/implement';
import type { RecordsDeps } from '#shared/app/_core/steps/records-deps';
import { note } from '#shared/app/_core/steps/timeline';
import { steps } from '#shared/contracts/steps';
import { driverNameOf } from '#shared/domain/_core/cluster-driver';
import { clusterMovesTo } from '#shared/domain/clusters/cluster';

/**
 * Decides whether to create or delete. The cluster's state decides, not the type of the order, because a cancelled
 * creation continues as a deletion under the same order.
 */
export const beginOrder = implement(steps.records.beginOrder, async (deps: RecordsDeps, target, cluster) => {
  const { store, clock } = deps;
  const isDeletion = cluster.state === 'DELETION_SCHEDULED' || cluster.state === 'DELETING';
  const currentStep = isDeletion ? 'Deleting machines' : 'Checking the order against the cloud';
  const begun = clusterMovesTo(cluster, isDeletion ? 'DELETING' : 'CREATING', clock.now(), { currentStep });
  await store.commit(store.clusters.replace(begun));
  await note(deps, target, { step: 'order', message: isDeletion ? 'Deletion started' : 'Creation started' });
  return {
    type: isDeletion ? ('Terminate' as const) : ('Create' as const),
    managed: cluster.managed !== undefined,
    driver: driverNameOf(cluster),
  };
});
