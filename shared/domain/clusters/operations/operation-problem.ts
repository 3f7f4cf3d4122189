import { isGoingOn, type SeenOperation } from './operation-progress.ts';
import type { OperationKind, RancherOperation } from './rancher-operation.ts';

/** A snapshot of etcd as Rancher lists it. */
export type SeenSnapshot = { name: string; isMissing: boolean; status: string };
export type OperationFacts = {
  /** Whether the control plane of the cluster has ever run. */
  isInitialized: boolean;
  /** Number of etcd members whose machine is ready. */
  readyMembers: number;
  /** The kind of an operation that Rancher is carrying out for somebody else. Undefined if there is none. */
  running?: OperationKind | undefined;
};

const NAMES: Readonly<Record<OperationKind, string>> = {
  snapshot: 'a snapshot',
  restore: 'a restore',
  certificates: 'a rotation of certificates',
  'encryption-keys': 'a rotation of encryption keys',
};

const KINDS = ['snapshot', 'restore', 'certificates', 'encryption-keys'] as const satisfies readonly OperationKind[];
/**
 * The kind of an operation that Rancher is carrying out, not counting `own`. Somebody may have started the operation in
 * Rancher.
 */
export const runningInRancher = (
  operations: Readonly<Record<OperationKind, SeenOperation>>,
  own: Pick<RancherOperation, 'wanted' | 'generation'> | undefined,
): OperationKind | undefined =>
  KINDS.find((kind) => {
    const isOwn = own?.wanted.kind === kind && own.generation === operations[kind].generation;
    return !isOwn && isGoingOn(operations[kind]);
  });

export const NEVER_RUN = 'The control plane of the cluster has not run yet.';
/** Rancher does not start a cluster without its etcd data. Rancher waits until somebody restores a snapshot. */
const ALL_LOST = 'No etcd member is left. Restore a snapshot: nothing else brings the cluster back.';

/**
 * Finds the snapshot with this name. Returns a sentence with the reason if there is no such snapshot, or if it cannot
 * be restored.
 */
export function restorableSnapshot<S extends SeenSnapshot>(wanted: string, snapshots: readonly S[]): S | string {
  const snapshot = snapshots.find(({ name }) => name === wanted);
  if (!snapshot) return `The cluster has no snapshot ${wanted}.`;
  if (snapshot.isMissing) return `The file of snapshot ${wanted} no longer exists.`;
  return snapshot.status === 'failed' ? `Snapshot ${wanted} was not completed.` : snapshot;
}

/**
 * Why an operation cannot begin now. Undefined if it can begin. Rancher silently ignores operations of a cluster that
 * has never run, so Paddock refuses such operations. A restore needs no working member of etcd, because only a restore
 * helps when all members are lost. A restore may also begin while an operation of another kind is running.
 */
export function operationProblem(kind: OperationKind, facts: OperationFacts): string | undefined {
  const { isInitialized, readyMembers, running } = facts;
  if (!isInitialized) return NEVER_RUN;
  if (kind === 'restore') {
    return running === 'restore' ? 'A restore is already running. Wait until it has ended.' : undefined;
  }
  if (running) return `Wait until ${NAMES[running]} has ended.`;
  return readyMembers === 0 ? ALL_LOST : undefined;
}
