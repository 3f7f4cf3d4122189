import { changeCluster } from '#shared/app/_core/steps/change-cluster';
import type { Target } from '#shared/app/_core/steps/fence';
import { onProvider } from '#shared/app/_core/steps/implement';
import { observeForCallback, type WatchDeps } from '#shared/app/nodes/steps/observe-for-callback';
import { clusterApiSettingsOf } from '#shared/app/providers/settings-of';
import { steps } from '#shared/contracts/steps';
import { topologyCluster } from '#shared/domain/cluster-api/rendering/topology-cluster';
import { clusterVerdict, observeCluster } from '#shared/domain/cluster-api/status/observe-cluster';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { wantedVersionOf } from '#shared/domain/clusters/cluster-api-change';
import type { Verdict } from '#shared/domain/nodes/bootstrap-verdict';
import { type ClusterApiSpec, withoutDueCounts } from '#shared/domain/planning/cluster-api/cluster-spec';
import type { ClusterApi, ClusterApiSessions } from '#shared/ports/cluster-api';
import { readCluster } from '../read-cluster.ts';
import { clusterApiOf, specOf } from './cluster-api-deps.ts';

type Deps = WatchDeps & { clusterApi: ClusterApiSessions };
type Input = Target & { waitedMs: number; deadlineMs: number };

async function look(deps: Deps, input: Input, cluster: Cluster): Promise<Verdict> {
  const spec = specOf(cluster);
  const clusterApi = await clusterApiOf(deps, cluster);
  const seen = await readCluster(clusterApi, cluster.uuid, spec);
  const { waitedMs, deadlineMs } = input;
  const action = cluster.state === 'CREATING' ? 'create' : 'update';
  const observation = observeCluster(
    seen,
    { spec, kubernetesVersion: wantedVersionOf(cluster) },
    { action, waitedMs, deadlineMs },
  );
  const fields = { currentStep: observation.step, runtimeState: observation.state };
  const verdict = clusterVerdict(observation);
  const released = verdict.kind === 'ready' ? withoutDueCounts(spec) : spec;
  if (released !== spec) await releaseCounts(deps, clusterApi, cluster, released);
  await changeCluster(deps, input, cluster, () => ({ ...fields, clusterApi: released }));
  return verdict;
}

/**
 * Removes the numbers of machines that users have set for autoscaled groups. From now on, the autoscaler chooses these
 * numbers.
 */
async function releaseCounts(deps: Deps, clusterApi: ClusterApi, cluster: Cluster, spec: ClusterApiSpec) {
  const { namespace } = (await clusterApiSettingsOf(deps, cluster.settingsUuid)).options;
  const kubernetesVersion = wantedVersionOf(cluster);
  await clusterApi.apply(topologyCluster({ uuid: cluster.uuid, namespace, kubernetesVersion, spec }));
}

/**
 * Waits until Cluster API has made the cluster as it is wanted. Each poll makes one request for each kind of objects,
 * even if the cluster has many machines. A problem that waiting cannot solve ends the wait at once.
 */
export const watchClusterApi = onProvider(steps.watch.watchClusterApi, (deps: Deps, input, cluster) =>
  observeForCallback(deps, cluster, input, () => look(deps, input, cluster)),
);
