import { tryToComplete } from '#shared/app/_core/complete-wait';
import type { Target } from '#shared/app/_core/steps/fence';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { newWait } from '#shared/domain/clusters/waits/parked-wait';
import { keptAnswer, type SharedLook, turnOf } from '#shared/domain/clusters/waits/shared-look';
import { BackendThrottled, BackendUnavailable } from '#shared/errors';
import { answerWaits, type LookDeps, type SharedWait } from './answer-waits.ts';

type Input = Target & { taskToken: string; waitedMs: number; deadlineMs: number };

/** Reads the provider's clusters for all operations that wait, and records whether the provider could be read. */
async function look(deps: LookDeps, own: SharedWait, cluster: Cluster, begun: SharedLook): Promise<void> {
  const { looks } = deps.store;
  const { failure: _former, ...ended } = begun;
  try {
    await answerWaits(deps, own, cluster);
    await looks.end(ended);
  } catch (error) {
    const isAway = error instanceof BackendUnavailable || error instanceof BackendThrottled;
    await (isAway ? looks.end({ ...ended, failure: error.message }) : looks.forget(begun));
    throw error;
  }
}

/**
 * Stores the task token of the waiting state machine. If another operation has stored an answer for this wait, the wait
 * ends with the answer. Otherwise `turnOf` decides what this operation does. It reads all clusters of the provider for
 * all waiting operations, waits until another operation has read them, or fails. It fails if another operation has
 * tried to read them since this operation's last poll, but the provider did not answer. The state machine of this
 * operation then retries, and its retry settings limit the wait.
 */
export async function shareLook(deps: LookDeps, cluster: Cluster, input: Input): Promise<Record<string, never>> {
  const { waits, looks } = deps.store;
  const { settingsUuid } = cluster;
  const { operationUuid, waitedMs, deadlineMs } = input;
  const previous = (await waits.listByCluster({ settingsUuid, clusterUuid: cluster.uuid })).find(
    (wait) => wait.operationUuid === operationUuid,
  );
  const own = { ...newWait(cluster, input, deps.clock.now()), limits: { waitedMs, deadlineMs } };
  await waits.park(own);
  const answer = keptAnswer(previous, own.limits);
  if (answer) {
    await tryToComplete(deps, own, answer);
    return {};
  }
  const last = await looks.find(settingsUuid);
  const turn = turnOf(previous, last, own.limits);
  if (turn === 'fails') throw new BackendUnavailable(last?.failure ?? '');
  const begun = { ...last, settingsUuid, lookedAt: own.parkedAt };
  if (turn === 'looks' && (await looks.begin(begun, last))) await look(deps, own, cluster, begun);
  return {};
}
