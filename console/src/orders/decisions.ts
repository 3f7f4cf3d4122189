export type Decision = 'approve' | 'reject' | 'retry';

/** Which decisions an order can get in its state. The API says whether this person may make them. */
export function decisionsFor(state: string): Decision[] {
  if (state === 'pending-consumer' || state === 'pending-provider') return ['approve', 'reject'];
  return state === 'erred' ? ['retry'] : [];
}
