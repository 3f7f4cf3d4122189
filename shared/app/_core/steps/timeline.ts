import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import type { Target } from './fence.ts';

/**
 * A line of a cluster's timeline. If an event happens to a node several times in one operation, `nth` is the event's
 * ordinal number.
 */
type Line = { step: string; message: string; nodeName?: string | undefined; nth?: number; level?: 'info' | 'error' };

/** Adds a line to the cluster's timeline. A repeated step overwrites its own line. */
export async function note(
  { store, clock }: { store: Store; clock: Clock },
  target: Target,
  line: Line,
): Promise<void> {
  const { step, message, nodeName, nth = 1, level = 'info' } = line;
  await store.events.append({
    clusterUuid: target.clusterUuid,
    key: [target.operationUuid, step, ...(nodeName === undefined ? [] : [nodeName]), ...(nth > 1 ? [nth] : [])].join(
      '#',
    ),
    at: clock.now().toISOString(),
    step,
    message,
    level,
    ...(nodeName !== undefined && { nodeName }),
  });
}
