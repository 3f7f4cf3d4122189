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
} from '#shared/domain/clusters/operations/rancher-operation';
import type { Caller } from '#shared/domain/organizations/caller';
import { type Action, assertPermitted } from '#shared/domain/organizations/permission';
import { degradedProblem } from '#shared/domain/upgrades/check-upgrade';
import { Conflict } from '#shared/errors';
import { getVisible, seenBy } from '../_core/get-visible.ts';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';
import { withTimeout } from '../_core/with-timeout.ts';
import { scheduleUpdate } from '../planning/schedule-update.ts';
import { rancherSettingsOf } from '../providers/settings-of.ts';
import { type RunningClusterDeps, readRunningCluster } from './read-running-cluster.ts';

/** Time limit for Rancher. The API function still has time to answer after it. */
const RANCHER_MS = 10_000;

/** Operations that `statemachines/operate-cluster` carries out. */
type Kind = Exclude<OperationKind, 'certificates' | 'restore'>;
const ACTIONS: Readonly<Record<Kind, Action>> = {
  snapshot: 'cluster.take_snapshot',
  'encryption-keys': 'cluster.rotate_encryption_keys',
};

type Asked = {
  uuidText: string;
  kind: Kind;
  /** Parses the body. Called after all checks that need no backend. Throws Invalid. */
  parseRequest(): WantedOperation;
  correlationId: string;
};

/** Reads the cluster from Rancher, in five requests. Throws Conflict if the operation cannot begin. */
async function acceptedOn(
  deps: RunningClusterDeps,
  cluster: Cluster,
  { wanted, interrupted }: { wanted: WantedOperation; interrupted: RancherOperation | undefined },
): Promise<RancherOperation> {
  const rancher = await deps.rancher.open(await rancherSettingsOf(deps, cluster.settingsUuid));
  const [running, seen] = await Promise.all([
    readRunningCluster(deps, rancher, cluster),
    rancher.findPoolCluster(cluster),
  ]);
  if (!seen) throw new Conflict(NEVER_RUN);
  const facts = {
    ...{ isInitialized: seen.isInitialized, readyMembers: running.readyMembers, snapshots: [] },
    running: runningInRancher(seen.operations, interrupted),
  };
  // A rotation of keys restarts all servers. An interrupted one goes on, whatever the state of the nodes is.
  const isWhole = wanted.kind !== 'encryption-keys' || interrupted !== undefined;
  const problem = operationProblem(wanted, facts) ?? (isWhole ? undefined : degradedProblem(running));
  if (problem !== undefined) throw new Conflict(problem);
  return acceptedOperation(wanted, { interrupted, seen: seen.operations[wanted.kind] }, deps.clock.now());
}

/**
 * Lets Rancher carry out an operation on the whole cluster. An operation that was interrupted goes on. Throws, in this
 * order: NotFound, NotAllowed, Conflict (which names the problem), ReadOnlyMode, Invalid, Conflict from what Rancher
 * shows, and Backend* errors.
 */
export const operateCluster = (deps: RunningClusterDeps, caller: Caller, asked: Asked): Promise<RancherOperation> =>
  retryOnConflict(async () => {
    const cluster = await getVisible(deps.store.clusters, 'Cluster', asked.uuidText, seenBy(caller));
    assertPermitted(caller, ACTIONS[asked.kind], cluster);
    const { rancherOperation } = cluster;
    const isRepeated = cluster.state === 'ERRED' && rancherOperation?.wanted.kind === asked.kind;
    const interrupted = isRepeated ? rancherOperation : undefined;
    if (!interrupted) assertState(cluster, ['OK']);
    assertNodesIdle(cluster);
    assertNotReadOnly(deps.site);
    const wanted = asked.parseRequest();
    assertInRancher(cluster);
    const accepted = await withTimeout(RANCHER_MS, () => acceptedOn(deps, cluster, { wanted, interrupted }));
    const machine = machineFor('operateCluster', cluster);
    const { correlationId } = asked;
    await scheduleUpdate(deps, cluster, { machine, correlationId, fields: { rancherOperation: accepted } });
    return accepted;
  });
