import type { Cluster } from '../clusters/cluster.ts';
import type { OperationProgress } from '../clusters/operations/operation-progress.ts';
import { withEnded } from '../clusters/operations/rancher-operation.ts';
import type { Verdict } from '../nodes/bootstrap-verdict.ts';

/**
 * The result of one check of an operation. The operation is done when Rancher has finished the operation and the
 * cluster is active again. The operation fails if Rancher abandons the operation, if a phase takes too long, or if all
 * phases together take too long.
 */
export function operationVerdict(
  progress: OperationProgress,
  { clusterState, waitedMs, deadlineMs }: { clusterState: string; waitedMs: number; deadlineMs: number },
): Verdict {
  if (progress.state === 'failed' || progress.state === 'STALLED') {
    const { message, nextStep } = progress.stall;
    return { kind: 'failed', error: 'OperationStalled', message: `${message} ${nextStep}` };
  }
  if (progress.state === 'done' && clusterState === 'active') return { kind: 'ready' };
  if (waitedMs < deadlineMs) return { kind: 'waiting' };
  const seconds = Math.round(deadlineMs / 1000);
  const message = `The operation did not end within ${seconds} s. ${progress.text}. The cluster is ${clusterState}.`;
  return { kind: 'failed', error: 'OperationStalled', message };
}

/**
 * The changes that one check of an operation makes in the cluster's record. A failed operation stays in the record, so
 * that the operation can be continued.
 */
export function lookedAt(
  progress: OperationProgress,
  { endedOperations, now }: Pick<Cluster, 'endedOperations'> & { now: Date },
): Pick<Cluster, 'rancherOperation' | 'endedOperations' | 'currentStep'> {
  const { operation, text: currentStep } = progress;
  if (progress.state === 'running' || progress.state === 'done') {
    return { rancherOperation: operation, currentStep, ...(endedOperations && { endedOperations }) };
  }
  const failed = { ...operation, stall: progress.stall };
  const ended = withEnded(endedOperations, { ...failed, endedAt: now.toISOString() });
  return { rancherOperation: failed, currentStep, endedOperations: ended };
}
