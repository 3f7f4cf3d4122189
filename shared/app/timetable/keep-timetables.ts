import type { Uuid } from '#shared/domain/_core/identifier';
import { changed } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { type Due, dueAction } from '#shared/domain/timetable/hibernation-schedule';
import { Conflict } from '#shared/errors';
import { WHOLE_LIST } from '../../ports/repository.ts';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';
import type { RecordDeps } from '../planning/order-deps.ts';
import { assertPossible, scheduleHibernation } from './hibernate-cluster.ts';

/**
 * `held`: an action is due but not possible now. Each run tries it again, until a later action of the schedules is due.
 */
export type Kept = 'nothing' | 'hibernate' | 'wake' | 'held';

const dueOf = ({ timetable }: Cluster, now: Date): Due | undefined =>
  timetable && dueAction(timetable.schedules, now, new Date(timetable.handledUntil));

export async function listDueClusters({ store, clock, site }: RecordDeps): Promise<Uuid[]> {
  if (site.readOnlyMode) return [];
  const now = clock.now();
  const isDue = (cluster: Cluster) => dueOf(cluster, now) !== undefined;
  const { items } = await store.clusters.list({ visibility: 'all' }, WHOLE_LIST, isDue);
  return items.map(({ uuid }) => uuid);
}

/**
 * Whether the cluster is already in the state to which the due action leads. A user may have hibernated or woken the
 * cluster before.
 */
const isSo = ({ state, hibernation }: Cluster, { action }: Due): boolean =>
  state === 'OK' && (action === 'wake' ? hibernation === undefined : hibernation?.status === 'HIBERNATED');

/**
 * Carries out the due action of a cluster's timetable. Safe to repeat, because the cluster's record says up to which
 * time actions are handled.
 */
export const keepTimetable = (deps: RecordDeps, clusterUuid: Uuid, correlationId: string): Promise<Kept> =>
  retryOnConflict(async () => {
    const { store, clock } = deps;
    const cluster = await store.clusters.find(clusterUuid);
    const now = clock.now();
    const due = cluster && dueOf(cluster, now);
    if (!cluster?.timetable || !due) return 'nothing';
    const fields = { timetable: { ...cluster.timetable, handledUntil: due.at.toISOString() } };
    if (isSo(cluster, due)) {
      await store.commit(store.clusters.replace(changed(cluster, now, fields)));
      return 'nothing';
    }
    try {
      await assertPossible(deps, cluster, due.action);
    } catch (error) {
      if (error instanceof Conflict) return 'held';
      throw error;
    }
    await scheduleHibernation(deps, cluster, { action: due.action, correlationId, fields });
    return due.action;
  });
