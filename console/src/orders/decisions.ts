export type Decision = 'approve' | 'reject' | 'retry';

/** Returns the decisions that are possible in an order's state. The API checks whether the user may make them. */
export function decisionsFor(state: string): Decision[] {
  if (state === 'pending-consumer' || state === 'pending-provider') return ['approve', 'reject'];
  return state === 'erred' ? ['retry'] : [];
}
