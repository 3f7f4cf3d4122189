import { implement } from '#shared/app/_core/steps/implement';
import type { RecordsDeps } from '#shared/app/_core/steps/records-deps';
import { note } from '#shared/app/_core/steps/timeline';
import { steps } from '#shared/contracts/steps';
import { changed } from '#shared/domain/_core/record';
import { type Cluster, clusterMovesTo } from '#shared/domain/clusters/cluster';

/** Records the new version on the cluster. Until this moment the cluster shows its old version (S0-420). */
async function finish({ store, clock }: RecordsDeps, cluster: Cluster, kubernetesVersion: string): Promise<void> {
  const resource = await store.resources.get(cluster.resourceUuid);
  const now = clock.now();
  const done = { kubernetesVersion, upgrade: undefined, currentStep: '', lastError: undefined };
  await store.commit(
    store.clusters.replace(clusterMovesTo(cluster, 'OK', now, done)),
    store.resources.replace(changed(resource, now, { state: 'OK' })),
  );
}

/**
 * Moves the cluster and its resource to their final state in one transaction, and then sends an event. This is the last
 * step of an upgrade.
 */
export const finishUpgrade = implement(steps.records.finishUpgrade, async (deps: RecordsDeps, target, cluster) => {
  const { upgrade } = cluster;
  const kubernetesVersion = upgrade?.to ?? cluster.kubernetesVersion;
  if (upgrade) await finish(deps, cluster, upgrade.to);
  await note(deps, target, { step: 'upgraded', message: `Cluster runs ${kubernetesVersion}` });
  await deps.events.publish({ type: 'cluster.upgraded', detail: { clusterUuid: cluster.uuid, kubernetesVersion } });
  return {};
});
