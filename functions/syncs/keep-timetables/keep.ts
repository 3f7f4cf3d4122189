import { keepTimetable, listDueClusters } from '#shared/app/timetable/keep-timetables';
import { LOG } from '#shared/contracts/telemetry';
import type { Logger } from '#shared/ports/runtime';
import { actingAs } from '#shared/runtime/acting-user';

type Deps = Parameters<typeof listDueClusters>[0] & { log: Logger };

/**
 * Hibernates and wakes up the clusters whose schedules ask for it. Events name the timetable as the actor. One cluster
 * that cannot be changed does not stop the others.
 * @returns how many are on their way
 * @throws AggregateError of the failures, so that the run counts as failed
 */
export async function keep(deps: Deps): Promise<number> {
  const errors: unknown[] = [];
  let begun = 0;
  for (const clusterUuid of await listDueClusters(deps)) {
    const correlationId = deps.ids.uuid();
    try {
      const kept = await actingAs({ kind: 'job', name: 'timetable', correlationId }, () =>
        keepTimetable(deps, clusterUuid, correlationId),
      );
      deps.log.info(LOG.timetableKept, { clusterUuid, correlationId, kept });
      if (kept === 'hibernate' || kept === 'wake') begun += 1;
    } catch (error) {
      deps.log.error(LOG.timetableNotKept, { clusterUuid, correlationId, error });
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} timetables could not be kept`);
  return begun;
}
