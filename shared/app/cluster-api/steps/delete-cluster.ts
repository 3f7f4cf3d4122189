import { changeCluster } from '#shared/app/_core/steps/change-cluster';
import { onProvider } from '#shared/app/_core/steps/implement';
import { nameWhatBlocks } from '#shared/app/_core/steps/name-what-blocks';
import { note } from '#shared/app/_core/steps/timeline';
import { steps } from '#shared/contracts/steps';
import { KINDS } from '#shared/domain/cluster-api/kubernetes-object';
import { observeDeletion } from '#shared/domain/cluster-api/status/observe-deletion';
import { listOwned } from '../list-owned.ts';
import { readCluster } from '../read-cluster.ts';
import { type ClusterApiDeps, clusterApiOf } from './cluster-api-deps.ts';

/**
 * Deletes the cluster, which makes Cluster API delete its machines. The cluster's other objects are deleted when all
 * machines are gone, because Cluster API needs the credential until then.
 */
export const deleteCluster = onProvider(
  steps['cluster-api'].deleteCluster,
  async (deps: ClusterApiDeps, target, cluster) => {
    const spec = cluster.clusterApi;
    // If the order failed before its plan was made, nothing was written to the management cluster.
    if (!spec) return { gone: true };
    const clusterApi = await clusterApiOf(deps, cluster);
    const seen = await readCluster(clusterApi, cluster.uuid, spec);
    const { isGone, message: currentStep } = observeDeletion(seen);
    if (seen.cluster) await nameWhatBlocks(`cluster ${spec.capiName}`, clusterApi.delete(KINDS.cluster, spec.capiName));
    await changeCluster(deps, target, cluster, () => ({ currentStep }));
    if (!isGone) return { gone: false };
    const owned = await listOwned(clusterApi, cluster.uuid, spec);
    for (const { kind, name } of owned) {
      await nameWhatBlocks(`${kind.kind} ${name}`, clusterApi.delete(kind, name));
    }
    if (owned.length > 0) return { gone: false };
    await note(deps, target, { step: 'cluster-api', message: 'The cluster is gone from Cluster API' });
    return { gone: true };
  },
);
