import { dataOf, type Order, PaddockError, PaddockUnreachable } from '@paddock/client';
import { CommandError, EXIT } from '../command-error.ts';
import type { Session } from '../config/session.ts';
import { type ClusterDetail, readCluster } from '../find/find-cluster.ts';
import { ifPresent } from '../find/read-parts.ts';
import { duration } from '../output/times.ts';
import { operationFailed } from './last-error.ts';
import { type ClusterEvent, type Progress, progressOn } from './progress.ts';
import { stateText } from './state-text.ts';

export const POLL_MS = 2000;
const EVENTS_PER_PAGE = 200;
/** A deployment or a busy backend may refuse some calls. Nobody gives up a cluster for that. */
const MAX_FAILED_POLLS = 30;

export type Goal = 'OK' | 'deleted';
export type Followed = {
  name: string;
  cluster: string;
  /** The order that is carried out. Without it, the state of the cluster decides. */
  order?: string;
  goal: Goal;
  timeoutMs: number;
  /** Events that happened before are not shown. */
  afterEvents?: number;
};

/** Shows the events of a cluster as they come, until it is as wanted. Returns the cluster, if it still exists. */
export async function follow(session: Session, followed: Followed): Promise<ClusterDetail | undefined> {
  const progress = progressOn(session.io);
  try {
    return await look(session, followed, progress);
  } catch (error) {
    if (!session.io.interrupted.aborted) throw error;
    throw new CommandError('', EXIT.interrupted, `It goes on: \`paddock wait ${followed.name}\` follows it again.`);
  } finally {
    progress.end();
  }
}

async function look(session: Session, followed: Followed, progress: Progress): Promise<ClusterDetail | undefined> {
  const { io } = session;
  const deadline = io.now() + followed.timeoutMs;
  let shown = followed.afterEvents ?? 0;
  let failed = 0;
  while (io.now() <= deadline) {
    try {
      const { cluster, events, order } = await readAll(session, followed, shown);
      for (const event of events) progress.event(event);
      shown += events.length;
      if (isReached(followed, cluster, order)) return cluster;
      progress.now(statusOf(followed, cluster, order));
      failed = 0;
    } catch (error) {
      failed += 1;
      if (!mayPass(error) || failed > MAX_FAILED_POLLS) throw error;
    }
    await io.sleep(POLL_MS);
  }
  throw new CommandError(
    `${followed.name} was not ${followed.goal} within ${duration(followed.timeoutMs)}.`,
    EXIT.operationFailed,
    `It goes on: \`paddock wait ${followed.name}\` waits longer.`,
  );
}

async function readAll(session: Session, { cluster: uuid, order: orderUuid }: Followed, shown: number) {
  // The order is read first: what is read after its end is complete.
  const order = orderUuid === undefined ? undefined : await readOrder(session, orderUuid);
  const cluster = await ifPresent(readCluster(session, uuid));
  const events = cluster === undefined ? [] : await eventsAfter(session, uuid, shown);
  return { cluster, events, order };
}

type ShownCluster = Pick<ClusterDetail, 'state' | 'last_error'>;
type ShownOrder = Pick<Order, 'state' | 'last_error' | 'consumer_rejection_comment' | 'provider_rejection_comment'>;

/** Whether the goal is reached. Throws if it cannot be reached any more. */
export function isReached(
  { name, goal }: Followed,
  cluster: ShownCluster | undefined,
  order: ShownOrder | undefined,
): boolean {
  if (order !== undefined) {
    if (order.state === 'erred') throw operationFailed(`The order of ${name}`, order.last_error);
    if (order.state === 'canceled' || order.state === 'rejected')
      throw new CommandError(`The order of ${name} was ${order.state}.`, EXIT.operationFailed, rejectionOf(order));
    return order.state === 'done';
  }
  if (cluster === undefined) {
    if (goal === 'deleted') return true;
    throw new CommandError(`${name} was deleted.`, EXIT.notFound);
  }
  if (cluster.state === 'ERRED') throw operationFailed(name, cluster.last_error);
  return goal === 'OK' && cluster.state === 'OK';
}

const rejectionOf = ({ consumer_rejection_comment, provider_rejection_comment }: ShownOrder): string | undefined =>
  consumer_rejection_comment || provider_rejection_comment || undefined;

function statusOf({ goal }: Followed, cluster: ClusterDetail | undefined, order: Order | undefined): string {
  if (order?.state === 'pending-consumer') return 'waits for the approval of an owner of the organization';
  if (order?.state === 'pending-provider') return 'waits for the approval of the provider';
  if (cluster !== undefined) return stateText(cluster);
  return goal === 'deleted' ? 'deleted; what is left is looked for' : 'waits for the cluster';
}

const readOrder = ({ api }: Session, uuid: string): Promise<Order> =>
  dataOf(api.GET('/api/marketplace-orders/{uuid}/', { params: { path: { uuid } } }));

/** Events come oldest first, so the number of those that are known says where the next ones are. */
export async function eventsAfter({ api }: Session, uuid: string, known: number): Promise<ClusterEvent[]> {
  const found: ClusterEvent[] = [];
  for (;;) {
    const page = Math.floor((known + found.length) / EVENTS_PER_PAGE) + 1;
    const query = { page, page_size: EVENTS_PER_PAGE };
    const rows = await ifPresent(
      dataOf(api.GET('/api/rancher-clusters/{uuid}/events/', { params: { path: { uuid }, query } })),
    );
    const fresh = (rows ?? []).slice((known + found.length) % EVENTS_PER_PAGE).filter(isEvent);
    found.push(...fresh);
    if ((rows?.length ?? 0) < EVENTS_PER_PAGE || fresh.length === 0) return found;
  }
}

const isEvent = (row: Partial<ClusterEvent>): row is ClusterEvent => row.created !== undefined;

const mayPass = (error: unknown): boolean =>
  error instanceof PaddockUnreachable ||
  (error instanceof PaddockError && (error.status === 429 || error.status >= 500));
