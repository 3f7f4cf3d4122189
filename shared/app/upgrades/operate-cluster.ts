import { assertNotReadOnly, assertState } from '#shared/domain/_core/assert-state';
import { machineFor } from '#shared/domain/_core/cluster-driver';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { assertInRancher, assertNodesIdle } from '#shared/domain/clusters/cluster-assertions';
import { NEVER_RUN, operationProblem, runningInRancher } from '#shared/domain/clusters/operations/operation-problem';
import { acceptedOperation } from '#shared/domain/clusters/operations/operation-progress';
import type {
  OperationKind,
  RancherOperation,
  WantedOperation,
  WantedRestore,
} from '#shared/domain/clusters/operations/rancher-operation';
import type { Caller } from '#shared/domain/organizations/caller';
import { type Action, assertPermitted } from '#shared/domain/organizations/permission';
import { degradedProblem } from '#shared/domain/upgrades/check-upgrade';
import type { RestorePlan } from '#shared/domain/upgrades/restore-plan';
import { Conflict } from '#shared/errors';
import type { Rancher } from '#shared/ports/rancher';
import { getVisible, seenBy } from '../_core/get-visible.ts';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';
import { withTimeout } from '../_core/with-timeout.ts';
import { scheduleUpdate } from '../planning/schedule-update.ts';
import { rancherSettingsOf } from '../providers/settings-of.ts';
import { assertCreated, plannedRestore } from './plan-restore.ts';
import { type RunningClusterDeps, readRunningCluster } from './read-running-cluster.ts';

/** Time limit for Rancher. It leaves the API function enough time to answer. */
const RANCHER_MS = 10_000;

/** Operations that `statemachines/operate-cluster` carries out. */
type Kind = Exclude<OperationKind, 'certificates'>;
const ACTIONS: Readonly<Record<Kind, Action>> = {
  snapshot: 'cluster.take_snapshot',
  restore: 'cluster.restore_snapshot',
  'encryption-keys': 'cluster.rotate_encryption_keys',
};

type Asked<W extends WantedOperation> = {
  uuidText: string;
  kind: W['kind'] & Kind;
  /** Parses the body. Called after all checks that need no backend. Throws Invalid. */
  parseRequest(): { wanted: W; isDryRun: boolean };
  correlationId: string;
};
/** Computes what the operation would do. Throws Invalid if it is not possible. */
type Plan<W, P> = (rancher: Rancher, cluster: Cluster, wanted: W) => Promise<P>;
export type Operated<P = undefined> = { operation: RancherOperation; plan: P; isAccepted: boolean };

/** Reads the cluster from Rancher, in five requests. Throws Conflict if the operation cannot begin. */
async function acceptedOn(
  deps: RunningClusterDeps,
  rancher: Rancher,
  cluster: Cluster,
  { wanted, interrupted }: { wanted: WantedOperation; interrupted: RancherOperation | undefined },
): Promise<RancherOperation> {
  const [running, seen] = await Promise.all([
    readRunningCluster(deps, rancher, cluster),
    rancher.findPoolCluster(cluster),
  ]);
  if (!seen) throw new Conflict(NEVER_RUN);
  const facts = {
    ...{ isInitialized: seen.isInitialized, readyMembers: running.readyMembers },
    running: runningInRancher(seen.operations, interrupted),
  };
  // A rotation of encryption keys restarts all servers, so the state of the nodes is checked first. An interrupted
  // rotation continues without this check.
  const isUnchecked = wanted.kind !== 'encryption-keys' || interrupted !== undefined;
  const problem = operationProblem(wanted.kind, facts) ?? (isUnchecked ? undefined : degradedProblem(running));
  if (problem !== undefined) throw new Conflict(problem);
  return acceptedOperation(wanted, { interrupted, seen: seen.operations[wanted.kind] }, deps.clock.now());
}

/**
 * The interrupted operation, which this request can continue. Undefined if there is none. Throws Conflict if the state
 * allows no operation of this kind.
 */
async function interruptedOf(deps: RunningClusterDeps, cluster: Cluster, kind: Kind) {
  const { state, rancherOperation } = cluster;
  const interrupted = state === 'ERRED' && rancherOperation?.wanted.kind === kind ? rancherOperation : undefined;
  if (kind !== 'restore') {
    if (!interrupted) assertState(cluster, ['OK']);
    return interrupted;
  }
  // A restore may be the only way to repair a cluster that is ERRED.
  assertState(cluster, ['OK', 'ERRED']);
  if (state === 'ERRED') await assertCreated(deps, cluster);
  return interrupted;
}

const operate = <W extends WantedOperation, P>(
  deps: RunningClusterDeps,
  caller: Caller,
  asked: Asked<W>,
  planOn: Plan<W, P>,
): Promise<Operated<P>> =>
  retryOnConflict(async () => {
    const cluster = await getVisible(deps.store.clusters, 'Cluster', asked.uuidText, seenBy(caller));
    assertPermitted(caller, ACTIONS[asked.kind], cluster);
    const interrupted = await interruptedOf(deps, cluster, asked.kind);
    assertNodesIdle(cluster);
    assertNotReadOnly(deps.site);
    const { wanted, isDryRun } = asked.parseRequest();
    assertInRancher(cluster);
    const [operation, plan] = await withTimeout(RANCHER_MS, async () => {
      const rancher = await deps.rancher.open(await rancherSettingsOf(deps, cluster.settingsUuid));
      const accepted = await acceptedOn(deps, rancher, cluster, { wanted, interrupted });
      return [accepted, await planOn(rancher, cluster, wanted)] as const;
    });
    if (isDryRun) return { operation, plan, isAccepted: false };
    const machine = machineFor('operateCluster', cluster);
    // The record of an interrupted change of pools is kept, so that the change can continue after a restore.
    const fields = { rancherOperation: operation, poolChange: cluster.poolChange };
    await scheduleUpdate(deps, cluster, { machine, correlationId: asked.correlationId, fields });
    return { operation, plan, isAccepted: true };
  });

/**
 * Lets Rancher carry out an operation on the whole cluster. A call after an interruption continues the same operation.
 * A dry run changes nothing. Throws, in this order: NotFound, NotAllowed, Conflict (which names the problem),
 * ReadOnlyMode and Invalid. After that, throws Conflict if the cluster's state in Rancher does not allow the operation,
 * and Backend* errors.
 */
export const operateCluster = (
  deps: RunningClusterDeps,
  caller: Caller,
  asked: Asked<Exclude<WantedOperation, { kind: 'restore' | 'certificates' }>>,
): Promise<Operated> => operate(deps, caller, asked, async () => undefined);

/**
 * Lets Rancher restore the cluster's etcd from a snapshot. Works like `operateCluster`, but makes three more requests
 * for the plan. The plan says what the restore loses. Throws Invalid if the cluster does not have the snapshot.
 */
export const restoreSnapshot = (
  deps: RunningClusterDeps,
  caller: Caller,
  asked: Asked<WantedRestore>,
): Promise<Operated<RestorePlan>> =>
  operate(deps, caller, asked, (rancher, cluster, wanted) => plannedRestore(deps, rancher, cluster, wanted));
