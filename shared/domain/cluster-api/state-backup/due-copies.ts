import type { Cluster } from '../../clusters/cluster.ts';

const HOUR_MS = 3_600_000;
/** The time between two backup copies of a cluster's objects. */
const PERIOD_MS = 24 * HOUR_MS;
/**
 * A copy is due half an hour early, because the job runs only once an hour. Otherwise each copy would be made an hour
 * later in the day than the copy before it.
 */
const SLACK_MS = HOUR_MS / 2;

type Timed = Pick<Cluster, 'state' | 'created'>;

const isResting = ({ state }: Timed): boolean => state === 'OK';

/** Whether a copy should be made now. `takenAt` is the time of the last copy. */
export const isCopyDue = (takenAt: Date | undefined, now: Date): boolean =>
  takenAt === undefined || now.getTime() - takenAt.getTime() >= PERIOD_MS - SLACK_MS;

/**
 * Whether the copy of a cluster is late. A copy is late if it is older than two periods. A missing copy is late if the
 * cluster is older than two periods and `OK`. Clusters in other states cannot be copied.
 */
export function isCopyLate(cluster: Timed, takenAt: Date | undefined, now: Date): boolean {
  if (takenAt === undefined && !isResting(cluster)) return false;
  const since = takenAt ?? new Date(cluster.created);
  return now.getTime() - since.getTime() > 2 * PERIOD_MS;
}
