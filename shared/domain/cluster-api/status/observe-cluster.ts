import type { WaitFailure } from '#shared/errors';
import type { Verdict } from '../../nodes/bootstrap-verdict.ts';
import { overQuotaIn, overQuotaText } from '../../planning/quota-text.ts';
import type { SeenKubernetesObject } from '../kubernetes-object.ts';
import { complaintsOf, isLookedAt, isTrue, newCondition, oldCondition, statusOf } from './conditions.ts';
import {
  isComplete,
  isTopologyTaken,
  isUsable,
  progressOf,
  type SeenCluster,
  unwantedGroups,
  type WantedCluster,
} from './seen-cluster.ts';

/** States of a cluster of Cluster API, derived from the cluster's objects in the management cluster. */
export type ObservedState =
  | 'pending'
  | 'creating'
  | 'updating'
  | 'active'
  | 'degraded'
  | 'blocked'
  | 'stalled'
  | 'deleting';

/** A problem that blocks a cluster: the error with which an operation ends, and a sentence for users. */
export type Blocker = {
  error: WaitFailure;
  message: string;
};

export type ClusterObservation = {
  state: ObservedState;
  /**
   * The progress of an operation, for users: `control plane: 1 of 3 machines`. Empty if the cluster has its wanted
   * state.
   */
  step: string;
  blocker?: Blocker;
};

export type Waiting = { action: 'create' | 'update'; waitedMs: number; deadlineMs: number };

/**
 * Cluster API starts to work on a new cluster within a second. If it has not started after this time, its controllers
 * do not run, or somebody has deleted the object.
 */
const START_MS = 120_000;

/** Matches OpenStack's errors about missing capacity for a machine. */
const NO_ROOM = /No valid host was found|Exceeded maximum number of retries|no available host/i;

/** Matches errors about exceeded quotas whose text contains no numbers, such as Octavia's errors. */
const OTHER_QUOTA = /quota (?:has been met|exceeded)/i;

/** A problem that the infrastructure provider reports, and that waiting does not solve. */
function blockerOf({ cluster, infrastructure, machines }: SeenCluster): Blocker | undefined {
  const complaints = [...infrastructure, ...machines, ...(cluster ? [cluster] : [])].flatMap(complaintsOf);
  for (const text of complaints) {
    const quota = overQuotaIn(text);
    if (quota) return { error: 'BackendQuotaExceeded', message: overQuotaText(quota) };
    if (OTHER_QUOTA.test(text)) return { error: 'BackendQuotaExceeded', message: text };
  }
  const full = complaints.find((text) => NO_ROOM.test(text));
  return full === undefined ? undefined : { error: 'ProvisioningFailed', message: full };
}

/** Cluster API's error if it has given up the control plane. Cluster API never gives up other objects. */
function givenUp({ controlPlane }: SeenCluster): string | undefined {
  const { failureMessage, failureReason } = controlPlane ? statusOf(controlPlane) : {};
  return failureMessage || failureReason || undefined;
}

/** The first thing that an operation still waits for, in the order in which Cluster API works. */
function stepOf(seen: SeenCluster, wanted: WantedCluster): string {
  const { cluster } = seen;
  const isThere = (type: string): boolean =>
    cluster !== undefined && isTrue(newCondition(cluster, type) ?? oldCondition(cluster, type));
  if (!isThere('InfrastructureReady')) return 'infrastructure';
  const open = progressOf(seen, wanted).find((one) => !isComplete(one));
  if (open) {
    const done = Math.min(open.ready, open.isTaken ? open.updated : 0);
    return `${open.title}: ${done} of ${open.wanted} machines`;
  }
  const [unwanted] = unwantedGroups(seen, wanted);
  return unwanted ? `deletion of ${unwanted.metadata.name}` : 'nodes';
}

const isAsWanted = (seen: SeenCluster, cluster: SeenKubernetesObject, wanted: WantedCluster): boolean =>
  isTopologyTaken(cluster) &&
  isUsable(cluster) &&
  progressOf(seen, wanted).every(isComplete) &&
  unwantedGroups(seen, wanted).length === 0;

/** Cluster API's current message about the control plane or the cluster, as one line. Empty if there is none. */
function lastWords({ cluster, controlPlane }: SeenCluster): string {
  const said = [controlPlane, cluster].flatMap((one) => (one ? complaintsOf(one) : []));
  return said[0]?.replaceAll(/\s*\n\s*/g, ' ') ?? '';
}

function tooLate(seen: SeenCluster, step: string, { action, deadlineMs }: Waiting): Blocker {
  const words = lastWords(seen);
  const message = `Not done within ${Math.round(deadlineMs / 1000)} s, at the step ${step}.${words && ` Cluster API says: ${words}`}`;
  return { error: action === 'create' ? 'BootstrapTimeout' : 'UpgradeTimeout', message };
}

function notStarted({ action, waitedMs }: Waiting): ClusterObservation {
  const step = 'Cluster API';
  if (waitedMs < START_MS && action === 'create') return { state: 'pending', step };
  const message = 'Cluster API has not accepted the cluster. Check that the controllers of Cluster API run.';
  return { state: 'stalled', step, blocker: { error: 'OperationStalled', message } };
}

/**
 * The state of a cluster while it is created or changed, derived from its objects (the table is in
 * docs/cluster-api.md#states). Every wait has a deadline. Some problems can only be solved by the user or the cloud.
 * They are reported at once, because Cluster API would retry for ever.
 */
export function observeCluster(seen: SeenCluster, wanted: WantedCluster, waiting: Waiting): ClusterObservation {
  const { cluster } = seen;
  if (!cluster || !isLookedAt(cluster)) return notStarted(waiting);
  if (cluster.metadata.deletionTimestamp !== undefined) return { state: 'deleting', step: 'deletion' };
  const failure = givenUp(seen);
  if (isAsWanted(seen, cluster, wanted)) {
    if (failure === undefined) return { state: 'active', step: '' };
    return { state: 'degraded', step: '', blocker: { error: 'ProvisioningFailed', message: failure } };
  }
  const step = stepOf(seen, wanted);
  const blocker = blockerOf(seen);
  if (blocker) return { state: 'blocked', step, blocker };
  if (waiting.waitedMs >= waiting.deadlineMs) {
    return { state: 'stalled', step, blocker: tooLate(seen, step, waiting) };
  }
  if (failure !== undefined) {
    return { state: 'degraded', step, blocker: { error: 'ProvisioningFailed', message: failure } };
  }
  const isInitialized = isTrue(
    oldCondition(cluster, 'ControlPlaneInitialized') ?? newCondition(cluster, 'ControlPlaneInitialized'),
  );
  return { state: waiting.action === 'create' || !isInitialized ? 'creating' : 'updating', step };
}

/**
 * Whether an operation waits, is done or has failed. A cluster in the wanted state is ready, even if its control plane
 * has failed before. An operation fails if a problem blocks the cluster or somebody else deletes the cluster.
 */
export function clusterVerdict({ state, step, blocker }: ClusterObservation): Verdict {
  if (state === 'active' || (state === 'degraded' && step === '')) return { kind: 'ready' };
  if (state === 'deleting') {
    return { kind: 'failed', error: 'TakenAway', message: 'The cluster is being deleted on the management cluster.' };
  }
  const isOver = state === 'blocked' || state === 'stalled';
  return isOver && blocker ? { kind: 'failed', ...blocker } : { kind: 'waiting' };
}
