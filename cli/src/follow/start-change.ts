import type { Session } from '../config/session.ts';
import type { ClusterDetail } from '../find/find-cluster.ts';
import { clusterSummary } from '../output/cluster-text.ts';
import { printAnswer, printObject } from '../output/print.ts';
import { eventsFromNow } from './events.ts';
import { follow } from './follow.ts';

type Change = {
  /** A sentence that says which change has started. */
  message: string;
  start: () => Promise<object>;
  wait: boolean;
  timeoutMs: number;
};

/** Starts a change of a whole cluster. With `wait`, follows the change until the cluster is OK again. */
export async function startChange(
  session: Session,
  { uuid, name }: ClusterDetail,
  { message, start, wait, timeoutMs }: Change,
): Promise<void> {
  const { io, format } = session;
  const newEvents = await eventsFromNow(session, uuid);
  const answer = await start();
  io.err(`${message}\n`);
  if (!wait) return printAnswer(io, format, name, answer);
  const done = await follow(session, { name, cluster: uuid, goal: 'OK', timeoutMs, newEvents });
  if (done !== undefined) printObject(io, format, done, () => clusterSummary(done));
}
