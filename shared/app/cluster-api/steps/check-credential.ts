import { changeCluster } from '#shared/app/_core/steps/change-cluster';
import { onProvider } from '#shared/app/_core/steps/implement';
import { note } from '#shared/app/_core/steps/timeline';
import { steps } from '#shared/contracts/steps';
import { KINDS } from '#shared/domain/cluster-api/kubernetes-object';
import { RESOURCE_SET } from '#shared/domain/cluster-api/rendering/add-ons';
import { BINDING, isApplied } from '../add-on-binding.ts';
import { renderedCluster } from '../rendered-cluster.ts';
import { type ClusterApiDeps, clusterApiOf, specOf } from './cluster-api-deps.ts';

/**
 * How long Paddock waits for the cluster's pods to restart after Cluster API has written the new credential into the
 * cluster.
 */
const RESTART_MS = 300_000;

/**
 * Whether the cluster uses its new credential. Paddock cannot read the pods, because it does not reach every cluster.
 * So this step reads whether Cluster API has written the credential into the cluster. Then the step gives the pods
 * `RESTART_MS` to restart.
 */
export const checkCredential = onProvider(
  steps['cluster-api'].checkCredential,
  async (deps: ClusterApiDeps, target, cluster) => {
    const { clusterApiChange: change } = cluster;
    if (!change) return { taken: true };
    const now = deps.clock.now();
    const { credentialWrittenAt: writtenAt } = change;
    if (writtenAt !== undefined) return { taken: now.getTime() - Date.parse(writtenAt) >= RESTART_MS };
    const clusterApi = await clusterApiOf(deps, cluster);
    const [objects, binding] = await Promise.all([
      renderedCluster(deps, clusterApi, cluster),
      clusterApi.find(BINDING, specOf(cluster).capiName),
    ]);
    const secrets = objects.filter(({ kind, type }) => kind === KINDS.secret.kind && type === RESOURCE_SET);
    if (!isApplied(binding, secrets)) return { taken: false };
    const credentialWrittenAt = now.toISOString();
    const currentStep = 'Pods in the cluster restart with the new credential';
    await changeCluster(deps, target, cluster, () => ({
      clusterApiChange: { ...change, credentialWrittenAt },
      currentStep,
    }));
    await note(deps, target, {
      step: 'credential-written',
      message: 'The new credential has been written into the cluster',
    });
    return { taken: false };
  },
);
