import type { Verdict } from '../nodes/bootstrap-verdict.ts';

/** The state of a rotation, read from Rancher's planner and from the cluster. */
export type RotationSeen = {
  /** The number of the last rotation that Rancher has finished. */
  rotatedGeneration: number;
  isReconciled: boolean;
  /** What Rancher's planner waits for, in Rancher's words. Empty if it waits for nothing. */
  message: string;
  clusterState: string;
};

export const rotationText = ({ message }: RotationSeen): string =>
  message === ''
    ? 'Rancher rotates certificates, one node after the other'
    : `Rancher rotates certificates: ${message}`;

/**
 * The result of one check of a rotation. The rotation is done when Rancher has finished this or a later rotation and
 * has nothing else to do. In addition, the cluster must be active again.
 */
export function rotationVerdict(
  seen: RotationSeen,
  { generation, waitedMs, deadlineMs }: { generation: number; waitedMs: number; deadlineMs: number },
): Verdict {
  const { rotatedGeneration, isReconciled, message, clusterState } = seen;
  if (rotatedGeneration >= generation && isReconciled && clusterState === 'active') return { kind: 'ready' };
  if (waitedMs < deadlineMs) return { kind: 'waiting' };
  const seconds = Math.round(deadlineMs / 1000);
  const said = message === '' ? clusterState : message;
  const advice = 'Repair the machine that Rancher waits for, then repeat the rotation to continue.';
  const failure = `Rancher did not finish the rotation within ${seconds} s. It says: ${said}. ${advice}`;
  return { kind: 'failed', error: 'RotationTimeout', message: failure };
}
