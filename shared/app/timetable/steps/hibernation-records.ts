import type { Target } from '#shared/app/_core/steps/fence';
import { implement } from '#shared/app/_core/steps/implement';
import type { RecordsDeps } from '#shared/app/_core/steps/records-deps';
import { note } from '#shared/app/_core/steps/timeline';
import { steps } from '#shared/contracts/steps';
import { changed } from '#shared/domain/_core/record';
import { type Cluster, clusterMovesTo } from '#shared/domain/clusters/cluster';
import type { Hibernation } from '#shared/domain/timetable/hibernation';
import { Superseded } from '#shared/errors';

function hibernationOf({ uuid, hibernation }: Cluster, { operationUuid }: Target): Hibernation {
  if (!hibernation) throw new Superseded(`cluster ${uuid} has no hibernation for operation ${operationUuid}`);
  return hibernation;
}

export const beginHibernation = implement(
  steps.records.beginHibernation,
  async (deps: RecordsDeps, target, cluster) => {
    const { store, clock } = deps;
    const isWaking = hibernationOf(cluster, target).status === 'WAKING';
    const currentStep = isWaking ? 'Starting servers' : 'Moving workloads off agents';
    await store.commit(store.clusters.replace(clusterMovesTo(cluster, 'UPDATING', clock.now(), { currentStep })));
    const message = isWaking ? 'Waking the cluster up has begun' : 'Hibernation has begun';
    await note(deps, target, { step: 'hibernation', message });
    return {};
  },
);

async function finish(deps: RecordsDeps, cluster: Cluster, hibernation: Hibernation | undefined): Promise<void> {
  const { store, clock } = deps;
  const resource = await store.resources.get(cluster.resourceUuid);
  const now = clock.now();
  await store.commit(
    store.clusters.replace(clusterMovesTo(cluster, 'OK', now, { hibernation, currentStep: '', lastError: undefined })),
    store.resources.replace(changed(resource, now, { state: 'OK' })),
  );
}

/**
 * Changes cluster and resource to their final state in one transaction. This is the last write of the operation. A
 * repeated step finds the final state and only sends the event again.
 */
export const finishHibernation = implement(
  steps.records.finishHibernation,
  async (deps: RecordsDeps, target, cluster) => {
    const { hibernation } = cluster;
    const isAsleep = hibernation?.status === 'HIBERNATING' || hibernation?.status === 'HIBERNATED';
    const since = deps.clock.now().toISOString();
    if (hibernation?.status === 'HIBERNATING')
      await finish(deps, cluster, { ...hibernation, status: 'HIBERNATED', since });
    if (hibernation?.status === 'WAKING') await finish(deps, cluster, undefined);
    const message = isAsleep ? 'The cluster is hibernated' : 'The cluster is awake';
    await note(deps, target, { step: 'hibernation-done', message });
    const type = isAsleep ? 'cluster.hibernated' : 'cluster.woken';
    await deps.events.publish({ type, detail: { clusterUuid: cluster.uuid } });
    return {};
  },
);
