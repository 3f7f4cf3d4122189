import pMap from 'p-map';
import { tryToComplete } from '#shared/app/_core/complete-wait';
import { changeCluster } from '#shared/app/_core/steps/change-cluster';
import { currentCluster } from '#shared/app/_core/steps/fence';
import { holdingSlot } from '#shared/app/_core/steps/hold-slot';
import { answerOf, type WatchDeps } from '#shared/app/nodes/steps/observe-for-callback';
import { clusterApiSettingsOf } from '#shared/app/providers/settings-of';
import { LOG } from '#shared/contracts/telemetry';
import type { Uuid } from '#shared/domain/_core/identifier';
import { isClusterBeingDeleted } from '#shared/domain/cluster-access/grantable-role';
import { topologyCluster } from '#shared/domain/cluster-api/rendering/topology-cluster';
import { clusterVerdict, observeCluster } from '#shared/domain/cluster-api/status/observe-cluster';
import { observeDeletion } from '#shared/domain/cluster-api/status/observe-deletion';
import type { SeenCluster } from '#shared/domain/cluster-api/status/seen-cluster';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { wantedVersionOf } from '#shared/domain/clusters/cluster-api-change';
import type { ParkedWait, WaitAnswer } from '#shared/domain/clusters/waits/parked-wait';
import { type ClusterApiSpec, withoutDueCounts } from '#shared/domain/planning/cluster-api/cluster-spec';
import { Superseded } from '#shared/errors';
import type { ClusterApi, ClusterApiSessions } from '#shared/ports/cluster-api';
import { readClusters } from '../read-cluster.ts';
import { clusterApiOf, specOf } from '../steps/cluster-api-deps.ts';

export type LookDeps = WatchDeps & { clusterApi: ClusterApiSessions };
/** A wait for a cluster of Cluster API. Any operation that reads the provider's clusters can end this wait. */
export type SharedWait = ParkedWait & { limits: NonNullable<ParkedWait['limits']> };
type Waiting = { wait: SharedWait; cluster: Cluster };

const AT_ONCE = 10;
/** How many task tokens of one operation are tried. Each poll of an operation has a new task token. */
const TOKENS = 3;

const isShared = (wait: ParkedWait): wait is SharedWait => wait.limits !== undefined;

/**
 * Whether the cluster's operation still runs. A failed operation keeps its stored wait and stays the cluster's current
 * operation. So only the cluster's state shows the failure.
 */
const isAtWork = (cluster: Cluster): boolean =>
  cluster.state === 'CREATING' || cluster.state === 'UPDATING' || isClusterBeingDeleted(cluster);

/**
 * Lists the waits that are stored for the provider, each with its cluster. Waits of operations that no longer run are
 * left out.
 */
async function waitsOf({ store }: LookDeps, settingsUuid: Uuid): Promise<Waiting[]> {
  const waits = (await store.waits.listAllByProvider(settingsUuid)).filter(isShared);
  const read = async (wait: SharedWait) => {
    try {
      const cluster = await currentCluster(store, wait);
      return isAtWork(cluster) ? { wait, cluster } : undefined;
    } catch (error) {
      if (error instanceof Superseded) return undefined;
      throw error;
    }
  };
  return (await pMap(waits, read, { concurrency: AT_ONCE })).filter((one) => one !== undefined);
}

/**
 * Removes the numbers of machines that users have set for autoscaled groups. From now on, the autoscaler chooses these
 * numbers.
 */
async function releaseCounts(deps: LookDeps, clusterApi: ClusterApi, cluster: Cluster, spec: ClusterApiSpec) {
  const { namespace } = (await clusterApiSettingsOf(deps, cluster.settingsUuid)).options;
  const kubernetesVersion = wantedVersionOf(cluster);
  await clusterApi.apply(topologyCluster({ uuid: cluster.uuid, namespace, kubernetesVersion, spec }));
}

type Judgement = { answer: WaitAnswer | undefined; fields: Partial<Cluster> };

/**
 * Judges whether a deletion is complete. After the deadline, the state machine runs the sweeps, and their errors name
 * the objects that are left.
 */
function judgeDeletion(seen: SeenCluster, { waitedMs, deadlineMs }: SharedWait['limits']): Judgement {
  const { isGone, message: currentStep } = observeDeletion(seen);
  const late: WaitAnswer | undefined = waitedMs < deadlineMs ? undefined : { ready: false, overdue: true };
  return { answer: isGone ? { ready: true } : late, fields: { currentStep } };
}

function judge(cluster: Cluster, seen: SeenCluster, limits: SharedWait['limits']): Judgement {
  if (isClusterBeingDeleted(cluster)) return judgeDeletion(seen, limits);
  const action = cluster.state === 'CREATING' ? 'create' : 'update';
  const spec = specOf(cluster);
  const wanted = { spec, kubernetesVersion: wantedVersionOf(cluster) };
  const observation = observeCluster(seen, wanted, { action, ...limits });
  const verdict = clusterVerdict(observation);
  const released = verdict.kind === 'ready' ? withoutDueCounts(spec) : spec;
  const fields = { currentStep: observation.step, runtimeState: observation.state, clusterApi: released };
  return { answer: answerOf(verdict), fields };
}

/**
 * Completes the task of a waiting state machine. If the state machine has begun its next poll meanwhile, the task token
 * in `wait` has expired. If the new token of that poll is already stored, the function tries the new token. If the new
 * token is not stored yet, the function stores the answer with the wait. The next poll then ends with this answer.
 */
async function complete(deps: LookDeps, wait: ParkedWait, answer: WaitAnswer): Promise<void> {
  let stored: ParkedWait | undefined = wait;
  for (let tries = 0; stored && tries < TOKENS; tries += 1) {
    const { taskToken }: ParkedWait = stored;
    const outcome = await tryToComplete(deps, stored, answer);
    if (outcome === 'completed') return;
    if (outcome === 'expired' && (await deps.store.waits.putBack({ ...stored, answer }))) return;
    stored = (await deps.store.waits.listByCluster(wait)).find(
      (one) => one.operationUuid === wait.operationUuid && one.taskToken !== taskToken,
    );
  }
}

/** Judges one cluster, and resumes its state machine if its wait is over. */
async function answer(deps: LookDeps, clusterApi: ClusterApi, waiting: Waiting, seen: SeenCluster): Promise<void> {
  const { wait, cluster } = waiting;
  const { waitedMs, deadlineMs } = wait.limits;
  const sinceMs = deps.clock.now().getTime() - Date.parse(wait.parkedAt);
  const { answer: found, fields } = judge(cluster, seen, { waitedMs: waitedMs + sinceMs, deadlineMs });
  const { clusterApi: spec = cluster.clusterApi } = fields;
  if (spec && spec !== cluster.clusterApi) {
    // A deletion waits until this slot is free. Without the slot, the cluster could be written again after its
    // deletion.
    await holdingSlot(deps, wait, cluster, async () =>
      releaseCounts(deps, clusterApi, await currentCluster(deps.store, wait), spec),
    );
  }
  await changeCluster(deps, wait, cluster, () => fields);
  if (found) await complete(deps, wait, found);
}

/**
 * Reads all clusters of the provider with one list request for each kind. Resumes the state machines that no longer
 * have to wait. Throws if the provider cannot be read, or if `cluster` cannot be judged. If another cluster cannot be
 * judged, the error is logged and the wait of that cluster is marked. At its own next poll, the operation of that
 * cluster reads the clusters and gets the error.
 * @param own the wait of the operation that reads the clusters now
 */
export async function answerWaits(deps: LookDeps, own: SharedWait, cluster: Cluster): Promise<void> {
  const { settingsUuid } = own;
  const { waits } = deps.store;
  // Judge only operations that already wait before the lists are read. Other operations may write objects that the
  // lists lack.
  const waiting = await waitsOf(deps, settingsUuid);
  const clusterApi = await clusterApiOf(deps, cluster);
  const seenOf = await readClusters(
    clusterApi,
    waiting.map((one) => specOf(one.cluster)),
  );
  // While the lists were read, operations may have polled again with new task tokens. So the waits are read again.
  const newest = new Map((await waits.listAllByProvider(settingsUuid)).map((wait) => [wait.operationUuid, wait]));
  let failure: { error: unknown } | undefined;
  await pMap(
    waiting,
    async ({ wait: before, cluster }) => {
      const wait = newest.get(before.operationUuid);
      if (!wait || !isShared(wait)) return;
      try {
        await answer(deps, clusterApi, { wait, cluster }, seenOf(cluster.uuid, specOf(cluster)));
      } catch (error) {
        if (wait.operationUuid === own.operationUuid) failure = { error };
        else if (!(error instanceof Superseded)) {
          deps.log.warn(LOG.clusterNotWatched, { settingsUuid, clusterUuid: wait.clusterUuid, error });
          await waits.putBack({ ...wait, looksItself: true });
        }
      }
    },
    { concurrency: AT_ONCE },
  );
  if (failure) throw failure.error;
}
