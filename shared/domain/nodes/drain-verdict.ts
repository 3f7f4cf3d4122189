/** Rancher's condition `Drained` of a node. */
export type DrainedCondition = {
  /** Kubernetes' word: True, False, Unknown. */
  status: string;
  transitioning: boolean;
  error: boolean;
};
/** How far a drain is (docs/spec/nodes.md#drain). `unknown`: the node tells nothing of one. */
export type DrainVerdict = 'ok' | 'pending' | 'error' | 'unknown';

/** How long a drain may take, and how often it is looked at (docs/spec/nodes.md#drain). */
export const DRAIN_SECONDS = 60;
export const DRAIN_LOOK_SECONDS = 5;

export function drainVerdict(condition: DrainedCondition | undefined): DrainVerdict {
  if (condition === undefined) return 'unknown';
  if (condition.status === 'True') return 'ok';
  if (condition.transitioning) return 'pending';
  return condition.error ? 'error' : 'unknown';
}

/** One that does not answer cannot evict anything: its workloads are made again elsewhere by their cluster. */
export const isDrainable = ({ state, actions }: { state: string; actions: readonly string[] }): boolean =>
  state !== 'unavailable' && (actions.includes('drain') || state === 'draining' || state === 'drained');

/** Why a node is not drained, and will not be, in Waldur's words; undefined as long as it may be. */
export function drainProblem(verdict: DrainVerdict, waitedMs: number): string | undefined {
  if (verdict === 'error') return 'Node drain failed.';
  return verdict !== 'ok' && waitedMs >= DRAIN_SECONDS * 1000 ? 'Node drain timeout.' : undefined;
}
