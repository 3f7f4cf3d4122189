/** The condition `Drained` of a node, as Rancher shows it. */
export type DrainedCondition = {
  /** The condition's status in Kubernetes: True, False or Unknown. */
  status: string;
  transitioning: boolean;
  error: boolean;
};
/** The progress of a drain (docs/spec/nodes.md#drain). `unknown`: Rancher shows no drain of the node. */
export type DrainVerdict = 'ok' | 'pending' | 'error' | 'unknown';

/**
 * `DRAIN_SECONDS` is the time limit of a drain. `DRAIN_LOOK_SECONDS` is the time between two checks of the drain
 * (docs/spec/nodes.md#drain).
 */
export const DRAIN_SECONDS = 60;
export const DRAIN_LOOK_SECONDS = 5;

export function drainVerdict(condition: DrainedCondition | undefined): DrainVerdict {
  if (condition === undefined) return 'unknown';
  if (condition.status === 'True') return 'ok';
  if (condition.transitioning) return 'pending';
  return condition.error ? 'error' : 'unknown';
}

/**
 * Whether the node can be drained. A node that does not answer cannot be drained, because it does not evict its pods.
 * Kubernetes itself starts these pods on other nodes.
 */
export const isDrainable = ({ state, actions }: { state: string; actions: readonly string[] }): boolean =>
  state !== 'unavailable' && (actions.includes('drain') || state === 'draining' || state === 'drained');

/** Why the drain has failed, in Waldur's words. Undefined if it has succeeded or may still succeed. */
export function drainProblem(verdict: DrainVerdict, waitedMs: number): string | undefined {
  if (verdict === 'error') return 'Node drain failed.';
  return verdict !== 'ok' && waitedMs >= DRAIN_SECONDS * 1000 ? 'Node drain timeout.' : undefined;
}
