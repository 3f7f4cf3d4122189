import type { Order } from '@paddock/client';
import { CommandError, EXIT } from '../command-error.ts';
import type { Session } from '../config/session.ts';
import { type ClusterDetail, readCluster } from '../find/find-cluster.ts';
import { failedOrder, readOrder } from '../find/find-order.ts';
import { ifPresent } from '../find/read-parts.ts';
import { duration } from '../output/times.ts';
import { eventsSince, type NewEvents } from './events.ts';
import { AGAIN, againFor, operationFailed } from './last-error.ts';
import { poll } from './poll.ts';
import { type Progress, progressOn } from './progress.ts';
import { stateText } from './state-text.ts';

export type Goal = 'OK' | 'deleted';
export type Followed = {
  name: string;
  cluster: string;
  /**
   * The uuid of the running order. If there is no order, the state of the cluster shows whether the operation has
   * ended.
   */
  order?: string;
  goal: Goal;
  timeoutMs: number;
  /** Reads the events to show. Default: all events. */
  newEvents?: NewEvents;
};

/** Shows new events of a cluster until the cluster reaches the goal. Returns the cluster if it still exists. */
export async function follow(session: Session, followed: Followed): Promise<ClusterDetail | undefined> {
  const { io } = session;
  const { name, goal, timeoutMs } = followed;
  const again = `paddock wait ${name}${goal === 'deleted' ? ' --deleted' : ''}`;
  const newEvents = followed.newEvents ?? eventsSince(session, followed.cluster);
  const progress = progressOn(io);
  const late = () =>
    new CommandError(
      `${name} was not ${goal} within ${duration(timeoutMs)}.`,
      EXIT.operationFailed,
      `The work goes on. Run \`${again}\` to wait longer.`,
    );
  return await poll(io, {
    look: () => look(session, followed, { newEvents, progress }),
    deadline: { at: io.now() + timeoutMs, error: late },
    interruptedText: `The work goes on. Run \`${again}\` to follow it again.`,
  }).finally(progress.end);
}

type Shown = { newEvents: NewEvents; progress: Progress };

async function look(session: Session, followed: Followed, { newEvents, progress }: Shown) {
  // Reads the order before the cluster and the events. So if the order has ended, the cluster and the events are final.
  const placed = followed.order === undefined ? undefined : await readOrder(session, followed.order);
  const cluster = await ifPresent(readCluster(session, followed.cluster));
  const events = cluster === undefined ? [] : await newEvents();
  for (const event of events) progress.event(event);
  const order = placed ?? (cluster && (await failedOrder(session, cluster)));
  if (isReached(followed, cluster, order)) return { found: cluster };
  progress.now(statusOf(followed, cluster, order));
  return undefined;
}

type ShownCluster = Pick<ClusterDetail, 'state' | 'last_error'>;
type ShownOrder = Pick<
  Order,
  'state' | 'resource_name' | 'last_error' | 'consumer_rejection_comment' | 'provider_rejection_comment'
>;

/** Whether the cluster has reached the goal. Throws if the goal cannot be reached any more. */
export function isReached(
  { name, goal }: Followed,
  cluster: ShownCluster | undefined,
  order: ShownOrder | undefined,
): boolean {
  if (order !== undefined) {
    if (order.state === 'erred') throw operationFailed(`The order of ${name}`, order.last_error, againFor(order));
    if (order.state === 'canceled' || order.state === 'rejected')
      throw new CommandError(`The order of ${name} was ${order.state}.`, EXIT.operationFailed, rejectionOf(order));
    return order.state === 'done';
  }
  if (cluster === undefined) {
    if (goal === 'deleted') return true;
    throw new CommandError(`${name} was deleted.`, EXIT.notFound);
  }
  if (cluster.state === 'ERRED') throw operationFailed(name, cluster.last_error, AGAIN.change);
  return goal === 'OK' && cluster.state === 'OK';
}

const rejectionOf = ({ consumer_rejection_comment, provider_rejection_comment }: ShownOrder): string | undefined =>
  consumer_rejection_comment || provider_rejection_comment || undefined;

function statusOf({ goal }: Followed, cluster: ClusterDetail | undefined, order: Order | undefined): string {
  if (order?.state === 'pending-consumer') return 'waits for the approval of an owner of the organization';
  if (order?.state === 'pending-provider') return 'waits for the approval of the provider';
  if (cluster !== undefined) return stateText(cluster);
  return goal === 'deleted' ? 'deleted; Paddock checks that nothing is left' : 'waits for the cluster';
}
