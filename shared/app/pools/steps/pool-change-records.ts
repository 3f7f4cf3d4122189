import type { Target } from '#shared/app/_core/steps/fence';
import { implement } from '#shared/app/_core/steps/implement';
import type { RecordsDeps } from '#shared/app/_core/steps/records-deps';
import { note } from '#shared/app/_core/steps/timeline';
import { meterCluster } from '#shared/app/usage/meter-cluster';
import { steps } from '#shared/contracts/steps';
import { changed } from '#shared/domain/_core/record';
import { type Cluster, clusterMovesTo } from '#shared/domain/clusters/cluster';
import type { PoolChange } from '#shared/domain/clusters/machine-pools';
import { Superseded } from '#shared/errors';

/** The change on which the operation works. Throws Superseded if that change has finished or was given up. */
export function changeOfOperation({ uuid, poolChange }: Cluster, { operationUuid }: Target): PoolChange {
  if (poolChange) return poolChange;
  throw new Superseded(`the record of cluster ${uuid} has no pool change for operation ${operationUuid}`);
}

export const beginPoolChange = implement(steps.records.beginPoolChange, async (deps: RecordsDeps, target, cluster) => {
  const { rolled } = changeOfOperation(cluster, target);
  const { store, clock } = deps;
  const currentStep = 'Changing pools in Rancher';
  await store.commit(store.clusters.replace(clusterMovesTo(cluster, 'UPDATING', clock.now(), { currentStep })));
  await note(deps, target, { step: 'pools', message: 'The change of pools has begun' });
  return { stage: rolled };
});

/**
 * Moves cluster and resource to their final state in one transaction. After this last write of the operation, sends the
 * event.
 */
export const finishPoolChange = implement(
  steps.records.finishPoolChange,
  async (deps: RecordsDeps, target, cluster) => {
    const { store, clock, events } = deps;
    if (cluster.poolChange) {
      const resource = await store.resources.get(cluster.resourceUuid);
      const now = clock.now();
      const done = { poolChange: undefined, currentStep: '', lastError: undefined };
      await store.commit(
        store.clusters.replace(clusterMovesTo(cluster, 'OK', now, done)),
        store.resources.replace(changed(resource, now, { state: 'OK' })),
        // Writes the new usage, because deleted pools no longer count.
        ...(await meterCluster(deps, cluster, resource)),
      );
    }
    await note(deps, target, { step: 'pools-changed', message: 'The change of pools is complete' });
    await events.publish({ type: 'cluster.pools_changed', detail: { clusterUuid: cluster.uuid } });
    return {};
  },
);
