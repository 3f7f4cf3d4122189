import type { WaitFailure } from '../errors.ts';
import type { Node } from './node.ts';

export type Verdict = { kind: 'ready' } | { kind: 'waiting' } | { kind: 'failed'; error: WaitFailure; message: string };

/** What was last known of a node that is missing, for the message of a timeout. */
function lastKnown({ spec, runtimeState, instanceId }: Node): string {
  if (runtimeState !== '') return `${spec.name} is ${runtimeState} in Rancher`;
  return `${spec.name} ${instanceId === '' ? 'has no server' : 'has a server but has not registered'}`;
}

/** Whether the nodes a machine waits for are there. One in error ends the wait at once, the others would wait in vain. */
export function bootstrapVerdict(nodes: readonly Node[], waitedMs: number, deadlineMs: number): Verdict {
  const broken = nodes.find((node) => node.state === 'ERRED');
  if (broken) {
    const error = broken.lastError?.code === 'QUOTA_EXCEEDED' ? 'BackendQuotaExceeded' : 'ProvisioningFailed';
    return { kind: 'failed', error, message: broken.lastError?.message ?? `Node ${broken.spec.name} is in error.` };
  }
  const missing = nodes.filter((node) => node.runtimeState !== 'active');
  if (missing.length === 0) return { kind: 'ready' };
  if (waitedMs < deadlineMs) return { kind: 'waiting' };
  const list = missing.map(lastKnown).join('; ');
  return {
    kind: 'failed',
    error: 'BootstrapTimeout',
    message: `${missing.length} of ${nodes.length} nodes did not become active within ${Math.round(deadlineMs / 1000)} s: ${list}.`,
  };
}
