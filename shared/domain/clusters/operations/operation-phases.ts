import type { OperationKind } from './rancher-operation.ts';

/** A phase of an operation in Rancher. `text` says to users what happens in the phase. */
type Phase = { name: string; text: string };

/**
 * The phases of each kind of operation, in order. A rotation of certificates has no phases, because Rancher shows only
 * the number of the last finished rotation.
 */
export const PHASES: Readonly<Record<OperationKind, readonly Phase[]>> = {
  snapshot: [
    { name: 'Started', text: 'each member of etcd takes a snapshot' },
    { name: 'RestartCluster', text: 'servers get their usual plan again' },
  ],
  restore: [
    { name: 'Started', text: 'Rancher looks for the snapshot' },
    { name: 'Shutdown', text: 'Kubernetes stops on all servers' },
    { name: 'Restore', text: 'etcd is restored on one member' },
    { name: 'PostRestorePodCleanup', text: 'pods from before the restore are removed' },
    { name: 'InitialRestartCluster', text: 'Kubernetes starts on the first server' },
    { name: 'PostRestoreNodeCleanup', text: 'nodes that no longer exist are removed' },
    { name: 'RestartCluster', text: 'Kubernetes starts on the other machines' },
  ],
  certificates: [],
  'encryption-keys': [
    { name: 'Prepare', text: 'a new key is made' },
    { name: 'PostPrepareRestart', text: 'servers restart with the new key' },
    { name: 'Rotate', text: 'the new key becomes the key for encryption' },
    { name: 'PostRotateRestart', text: 'servers restart and encrypt with the new key' },
    { name: 'Reencrypt', text: 'all Secrets are encrypted with the new key' },
    { name: 'PostReencryptRestart', text: 'servers restart without the old key' },
  ],
};
/** Names of the phases in which an operation has succeeded or failed. */
export const ENDED = { succeeded: ['Finished', 'Done'], failed: ['Failed'] } as const;

/** What an operation does, as a text for users. */
export const OPERATION_TEXTS: Readonly<Record<OperationKind, string>> = {
  snapshot: 'Rancher takes snapshots of etcd',
  restore: 'Rancher restores etcd',
  certificates: 'Rancher rotates certificates',
  'encryption-keys': 'Rancher rotates the key that encrypts Secrets',
};

/** Percentage of an operation that is done when it enters the phase. 0 for an unknown phase. */
export function percentOf(kind: OperationKind, phase: string): number {
  const index = PHASES[kind].findIndex(({ name }) => name === phase);
  return index <= 0 ? 0 : Math.floor((100 * index) / PHASES[kind].length);
}
