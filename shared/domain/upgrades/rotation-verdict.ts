import type { Verdict } from '../nodes/bootstrap-verdict.ts';

/** The rotation as Rancher's planner and the cluster show it. */
export type RotationSeen = {
  /** The last rotation that Rancher has finished. */
  rotatedGeneration: number;
  isReconciled: boolean;
  /** What the planner waits for, in its words. Empty if it waits for nothing. */
  message: string;
  clusterState: string;
};

/** Progress as a text for users. */
export const rotationText = ({ message }: RotationSeen): string =>
  message === ''
    ? 'Rancher rotates certificates, one node after the other'
    : `Rancher rotates certificates: ${message}`;

/**
 * The result of one check of a rotation. It is done when Rancher has finished this rotation or a later one, has nothing
 * else to do, and the cluster is active again.
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
  const advice = 'See to the machine that it waits for, then repeat the rotation to continue.';
  const failure = `Rancher did not finish the rotation within ${seconds} s. It says: ${said}. ${advice}`;
  return { kind: 'failed', error: 'RotationTimeout', message: failure };
}
