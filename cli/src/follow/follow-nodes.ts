import { CommandError, EXIT } from '../command-error.ts';
import type { Session } from '../config/session.ts';
import { type ClusterDetail, readCluster } from '../find/find-cluster.ts';
import { duration } from '../output/times.ts';
import type { Changed } from '../scale/scalers.ts';
import { eventsAfter, POLL_MS } from './follow.ts';
import { operationFailed } from './last-error.ts';
import { progressOn } from './progress.ts';

type Watched = Pick<ClusterDetail['nodes'][number], 'uuid' | 'name' | 'state' | 'last_error'>;
type Followed = Changed & { cluster: string; timeoutMs: number; afterEvents: number };

/** Shows the events of a cluster until these nodes are made and those are gone. */
export async function followNodes(session: Session, followed: Followed): Promise<void> {
  const { io } = session;
  const progress = progressOn(io);
  const deadline = io.now() + followed.timeoutMs;
  let shown = followed.afterEvents;
  try {
    while (io.now() <= deadline) {
      const { nodes } = await readCluster(session, followed.cluster);
      const events = await eventsAfter(session, followed.cluster, shown);
      for (const event of events) progress.event(event);
      shown += events.length;
      const left = nodesLeft(nodes, followed);
      if (left === 0) return;
      progress.now(left === 1 ? '1 node to go' : `${left} nodes to go`);
      await io.sleep(POLL_MS);
    }
  } finally {
    progress.end();
  }
  throw new CommandError(`The nodes were not ready within ${duration(followed.timeoutMs)}.`, EXIT.operationFailed);
}

/** How many nodes are not as wanted yet. Throws if one has failed. */
export function nodesLeft(nodes: readonly Watched[], { made, deleted }: Changed): number {
  const watched = nodes.filter(({ uuid }) => made.includes(uuid) || deleted.includes(uuid));
  const failed = watched.find(({ state }) => state === 'ERRED');
  if (failed !== undefined) throw operationFailed(failed.name, failed.last_error);
  const ready = watched.filter(({ uuid, state }) => made.includes(uuid) && state === 'OK').length;
  return made.length - ready + watched.filter(({ uuid }) => deleted.includes(uuid)).length;
}
