import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { OperationState, ProvisioningCluster } from '../_core/rancher-objects.ts';

/**
 * A one-time operation on a cluster. A request with another number repeats the operation. A request with the same
 * number has no effect.
 */
export interface PlannerOperation {
  /** The name of the operation's field, both in `rkeConfig` and in the status. */
  field: 'etcdSnapshotCreate' | 'etcdSnapshotRestore' | 'rotateEncryptionKeys';
  /** The phases in their order. The last one says that the operation is done. */
  phases: readonly string[];
  /** What the planner waits for in a phase. */
  words: (phase: string) => string;
}

const RESTORE_WORDS: Record<string, string> = {
  Started: 'shutting down cluster',
  Shutdown: 'stopping rke2 services on control plane and etcd machines/nodes',
  Restore: 'cluster shutdown complete, running etcd restore',
};

/** Operations in the order in which the planner checks them. */
export const OPERATIONS: readonly PlannerOperation[] = [
  {
    field: 'etcdSnapshotCreate',
    phases: ['Started', 'RestartCluster', 'Finished'],
    words: (phase) =>
      phase === 'Started' ? 'starting etcd snapshot' : 'waiting for etcd snapshot creation management plane restart',
  },
  {
    field: 'etcdSnapshotRestore',
    phases: [
      ...['Started', 'Shutdown', 'Restore', 'PostRestorePodCleanup', 'InitialRestartCluster'],
      ...['PostRestoreNodeCleanup', 'RestartCluster', 'Finished'],
    ],
    words: (phase) => RESTORE_WORDS[phase] ?? 'refreshing etcd restore state',
  },
  {
    field: 'rotateEncryptionKeys',
    phases: [
      ...['Prepare', 'PostPrepareRestart', 'Rotate', 'PostRotateRestart', 'Reencrypt', 'PostReencryptRestart', 'Done'],
    ],
    words: () => 'waiting for encryption key rotation stage to be finished',
  },
];

const fields = z.record(z.string(), z.unknown());

export function askedOf({ spec }: Pick<ProvisioningCluster, 'spec'>, { field }: PlannerOperation) {
  const given: unknown = Object(spec.rkeConfig)[field];
  const asked = given === undefined ? undefined : fields.safeParse(given).data;
  // A request for a restoration counts only if it names a snapshot.
  return field === 'etcdSnapshotRestore' && !asked?.name ? undefined : asked;
}

export const isOver = ({ phases }: PlannerOperation, { phase }: OperationState): boolean =>
  phase === phases.at(-1) || phase === 'Failed';

/**
 * The state that an operation must have now. A new request begins with the first phase. Undefined without a request.
 */
export function begun(cluster: ProvisioningCluster, operation: PlannerOperation): OperationState | undefined {
  const asked = askedOf(cluster, operation);
  const known = cluster.operations?.[operation.field];
  if (!asked) return undefined;
  if (known && isDeepStrictEqual(known.asked, asked)) return known;
  return { asked, phase: operation.phases[0] ?? '' };
}

export function openOperation(cluster: ProvisioningCluster): [PlannerOperation, OperationState] | undefined {
  for (const operation of OPERATIONS) {
    const state = cluster.operations?.[operation.field];
    if (state && !isOver(operation, state)) return [operation, state];
  }
  return undefined;
}

export function operationMessage(cluster: ProvisioningCluster): string | undefined {
  const open = openOperation(cluster);
  return open?.[0].words(open[1].phase);
}

export function operationStatus({ operations = {} }: ProvisioningCluster): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(operations).flatMap(([field, { asked, phase }]) => [
      [field, asked],
      [`${field}Phase`, phase],
    ]),
  );
}
