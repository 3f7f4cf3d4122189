import { changeCluster } from '#shared/app/_core/steps/change-cluster';
import type { Target } from '#shared/app/_core/steps/fence';
import { onProvider } from '#shared/app/_core/steps/implement';
import { observeForCallback, type WatchDeps } from '#shared/app/nodes/steps/observe-for-callback';
import { steps } from '#shared/contracts/steps';
import { clusterVerdict, observeCluster } from '#shared/domain/cluster-api/status/observe-cluster';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Verdict } from '#shared/domain/nodes/bootstrap-verdict';
import type { ClusterApiSessions } from '#shared/ports/cluster-api';
import { readCluster } from '../read-cluster.ts';
import { clusterApiOf, specOf } from './cluster-api-deps.ts';

type Deps = WatchDeps & { clusterApi: ClusterApiSessions };
type Input = Target & { waitedMs: number; deadlineMs: number };

async function look(deps: Deps, input: Input, cluster: Cluster): Promise<Verdict> {
  const spec = specOf(cluster);
  const seen = await readCluster(await clusterApiOf(deps, cluster), cluster.uuid, spec);
  const { waitedMs, deadlineMs } = input;
  const action = cluster.state === 'CREATING' ? 'create' : 'update';
  const observation = observeCluster(
    seen,
    { spec, kubernetesVersion: cluster.kubernetesVersion },
    { action, waitedMs, deadlineMs },
  );
  const fields = { currentStep: observation.step, runtimeState: observation.state };
  await changeCluster(deps, input, cluster, () => fields);
  return clusterVerdict(observation);
}

/**
 * Waits until Cluster API has made the cluster as it is wanted. One look makes one request for each kind of objects,
 * however many machines the cluster has. A hindrance that waiting does not remove ends the wait at once.
 */
export const watchClusterApi = onProvider(steps.watch.watchClusterApi, (deps: Deps, input, cluster) =>
  observeForCallback(deps, cluster, input, () => look(deps, input, cluster)),
);
