import type { Target } from '#shared/app/_core/steps/fence';
import { implement } from '#shared/app/_core/steps/implement';
import type { RecordsDeps } from '#shared/app/_core/steps/records-deps';
import { note } from '#shared/app/_core/steps/timeline';
import { steps } from '#shared/contracts/steps';
import { changed } from '#shared/domain/_core/record';
import { updatedGroups } from '#shared/domain/cluster-api/group-status';
import { type Cluster, clusterMovesTo } from '#shared/domain/clusters/cluster';
import { type ClusterApiChange, rotatesCredential } from '#shared/domain/clusters/cluster-api-change';
import { Superseded } from '#shared/errors';

/** The change on which the operation works. Throws Superseded if that change has finished. */
function changeOfOperation({ uuid, clusterApiChange }: Cluster, { operationUuid }: Target): ClusterApiChange {
  if (clusterApiChange) return clusterApiChange;
  throw new Superseded(`cluster ${uuid} has no change for operation ${operationUuid} to carry out`);
}

export const beginClusterApiChange = implement(
  steps.records.beginClusterApiChange,
  async (deps: RecordsDeps, target, cluster) => {
    changeOfOperation(cluster, target);
    const { store, clock } = deps;
    const currentStep = 'Writing the cluster to Cluster API';
    await store.commit(store.clusters.replace(clusterMovesTo(cluster, 'UPDATING', clock.now(), { currentStep })));
    await note(deps, target, { step: 'change', message: 'The change of the cluster has begun' });
    return { rotatesCredential: rotatesCredential(cluster) };
  },
);

async function finish(
  { store, clock }: RecordsDeps,
  cluster: Cluster,
  { kubernetesVersion }: ClusterApiChange,
): Promise<void> {
  const resource = await store.resources.get(cluster.resourceUuid);
  const now = clock.now();
  const ended = { clusterApiChange: undefined, clusterApiChangedAt: now.toISOString(), lastError: undefined };
  const clusterApiUpdatedGroups = updatedGroups(cluster);
  const done = { kubernetesVersion, ...ended, clusterApiUpdatedGroups, currentStep: '' };
  await store.commit(
    store.clusters.replace(clusterMovesTo(cluster, 'OK', now, done)),
    store.resources.replace(changed(resource, now, { state: 'OK' })),
  );
}

/**
 * Moves cluster and resource to their final state in one transaction, which is the last change of the records. Then
 * publishes the event `cluster.upgraded` or `cluster.changed`.
 */
export const finishClusterApiChange = implement(
  steps.records.finishClusterApiChange,
  async (deps: RecordsDeps, target, cluster) => {
    const { clusterApiChange: change, uuid: clusterUuid } = cluster;
    const kubernetesVersion = change?.kubernetesVersion ?? cluster.kubernetesVersion;
    const isUpgrade = change !== undefined && change.before.kubernetesVersion !== kubernetesVersion;
    if (change) await finish(deps, cluster, change);
    await note(deps, target, { step: 'changed', message: 'The change of the cluster is complete' });
    await deps.events.publish(
      isUpgrade
        ? { type: 'cluster.upgraded', detail: { clusterUuid, kubernetesVersion } }
        : { type: 'cluster.changed', detail: { clusterUuid } },
    );
    return {};
  },
);
