/** The condition `Drained` of a node, as Rancher shows it. */
export type DrainedCondition = {
  /** Status of the condition in Kubernetes: True, False, Unknown. */
  status: string;
  transitioning: boolean;
  error: boolean;
};
/** Progress of a drain (docs/spec/nodes.md#drain). `unknown`: the node has no condition about a drain. */
export type DrainVerdict = 'ok' | 'pending' | 'error' | 'unknown';

/** Time limit of a drain, and the pause between two checks (docs/spec/nodes.md#drain). */
export const DRAIN_SECONDS = 60;
export const DRAIN_LOOK_SECONDS = 5;

export function drainVerdict(condition: DrainedCondition | undefined): DrainVerdict {
  if (condition === undefined) return 'unknown';
  if (condition.status === 'True') return 'ok';
  if (condition.transitioning) return 'pending';
  return condition.error ? 'error' : 'unknown';
}

/**
 * Whether the node can be drained. A node that does not answer cannot evict its pods. Kubernetes starts their
 * replacements on other nodes.
 */
export const isDrainable = ({ state, actions }: { state: string; actions: readonly string[] }): boolean =>
  state !== 'unavailable' && (actions.includes('drain') || state === 'draining' || state === 'drained');

/** The reason why the drain has failed, with Waldur's text. Undefined if it has succeeded or may still succeed. */
export function drainProblem(verdict: DrainVerdict, waitedMs: number): string | undefined {
  if (verdict === 'error') return 'Node drain failed.';
  return verdict !== 'ok' && waitedMs >= DRAIN_SECONDS * 1000 ? 'Node drain timeout.' : undefined;
}
