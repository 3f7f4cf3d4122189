import { CommandError, EXIT } from '../command-error.ts';
import type { Session } from '../config/session.ts';
import { type ClusterDetail, readCluster } from '../find/find-cluster.ts';
import { duration } from '../output/times.ts';
import type { Changed } from '../scale/scalers.ts';
import type { NewEvents } from './events.ts';
import { AGAIN, operationFailed } from './last-error.ts';
import { poll } from './poll.ts';
import { type Progress, progressOn } from './progress.ts';

type Watched = Pick<ClusterDetail['nodes'][number], 'uuid' | 'name' | 'state' | 'last_error'>;
type Followed = Changed & { name: string; cluster: string; timeoutMs: number; newEvents: NewEvents };

/** Shows the events of a cluster until the new nodes are ready and the deleted nodes are gone. */
export async function followNodes(session: Session, followed: Followed): Promise<void> {
  const { io } = session;
  const { name, timeoutMs } = followed;
  const goesOn = `The work goes on. Run \`paddock events ${name} --follow\` to see it.`;
  const progress = progressOn(io);
  const late = () =>
    new CommandError(
      `The nodes of ${name} were not ready within ${duration(timeoutMs)}.`,
      EXIT.operationFailed,
      goesOn,
    );
  await poll(io, {
    look: () => look(session, followed, progress),
    deadline: { at: io.now() + timeoutMs, error: late },
    interruptedText: goesOn,
  }).finally(progress.end);
}

async function look(session: Session, followed: Followed, progress: Progress) {
  const { nodes } = await readCluster(session, followed.cluster);
  for (const event of await followed.newEvents()) progress.event(event);
  const left = nodesLeft(nodes, followed);
  if (left === 0) return { found: undefined };
  progress.now(left === 1 ? '1 node to go' : `${left} nodes to go`);
  return undefined;
}

/** Counts the new nodes that are not yet ready and the deleted nodes that still exist. Throws if a node has failed. */
export function nodesLeft(nodes: readonly Watched[], { made, deleted }: Changed): number {
  const watched = nodes.filter(({ uuid }) => made.includes(uuid) || deleted.includes(uuid));
  const failed = watched.find(({ state }) => state === 'ERRED');
  if (failed !== undefined)
    throw operationFailed(failed.name, failed.last_error, made.includes(failed.uuid) ? AGAIN.newNode : AGAIN.change);
  const ready = watched.filter(({ uuid, state }) => made.includes(uuid) && state === 'OK').length;
  return made.length - ready + watched.filter(({ uuid }) => deleted.includes(uuid)).length;
}
