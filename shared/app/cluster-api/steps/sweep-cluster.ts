import { onProvider } from '#shared/app/_core/steps/implement';
import { note } from '#shared/app/_core/steps/timeline';
import { steps } from '#shared/contracts/steps';
import { observeDeletion } from '#shared/domain/cluster-api/status/observe-deletion';
import { DeletionBlocked } from '#shared/errors';
import { listOwned } from '../list-owned.ts';
import { readCluster } from '../read-cluster.ts';
import { type ClusterApiDeps, clusterApiOf } from './cluster-api-deps.ts';

/**
 * Fails while the management cluster has an object of the cluster, and names the object. A deletion must be complete
 * (docs/spec/design.md#deletion-is-complete).
 */
export const sweepCluster = onProvider(
  steps['cluster-api'].sweepCluster,
  async (deps: ClusterApiDeps, input, cluster) => {
    const spec = cluster.clusterApi;
    if (!spec) return {};
    const clusterApi = await clusterApiOf(deps, cluster);
    const [seen, owned] = await Promise.all([
      readCluster(clusterApi, cluster.uuid, spec),
      listOwned(clusterApi, cluster.uuid, spec),
    ]);
    const left = [...observeDeletion(seen).left, ...owned.map(({ kind, name }) => `${kind.kind} ${name}`)];
    if (left.length > 0) throw new DeletionBlocked(`${input.late ?? ''}Still in Cluster API: ${left.join(', ')}.`);
    await note(deps, input, { step: 'sweep-cluster-api', message: 'Nothing is left in Cluster API' });
    return {};
  },
);
