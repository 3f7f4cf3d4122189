import { z } from 'zod';
import { endResource, listEndingResources } from '#shared/app/timetable/end-resources';
import { keepTimetable, listDueClusters } from '#shared/app/timetable/keep-timetables';
import { LOG } from '#shared/contracts/telemetry';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { Logger } from '#shared/ports/runtime';
import { actingAs } from '#shared/runtime/acting-user';

type Deps = Parameters<typeof listDueClusters>[0] & { log: Logger };
/**
 * The job `schedules` runs every few minutes for hibernation. The job `end-dates` runs every hour for warnings and
 * terminations.
 */
type TimetableJob = 'schedules' | 'end-dates';

const JOBS = {
  schedules: { list: listDueClusters, act: keepTimetable },
  'end-dates': { list: listEndingResources, act: endResource },
} as const;

/**
 * Applies the timetables that are due. Audit events name the timetable as the actor. If one object cannot be changed,
 * all other objects are still handled.
 * @returns how many objects were changed
 * @throws AggregateError of the failures, so that the run counts as failed
 */
export async function keep(deps: Deps, job: TimetableJob = 'schedules'): Promise<number> {
  const { list, act } = JOBS[job];
  const errors: unknown[] = [];
  let begun = 0;
  const one = async (uuid: Uuid, correlationId: string): Promise<void> => {
    const kept = await actingAs({ kind: 'job', name: 'timetable', correlationId }, () =>
      act(deps, uuid, correlationId),
    );
    deps.log.info(LOG.timetableKept, { uuid, correlationId, kept });
    if (kept !== 'nothing' && kept !== 'held') begun += 1;
  };
  for (const uuid of await list(deps)) {
    const correlationId = deps.ids.uuid();
    try {
      await one(uuid, correlationId);
    } catch (error) {
      deps.log.error(LOG.timetableNotKept, { uuid, correlationId, error });
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} timetables could not be applied`);
  return begun;
}

const input = z.object({ job: z.literal('end-dates') });
/**
 * Returns the job for the event of an EventBridge schedule. The hourly schedule names the job `end-dates`. The schedule
 * that runs every five minutes names no job, and its job is `schedules`.
 */
export const jobOf = (event: unknown): TimetableJob => (input.safeParse(event).success ? 'end-dates' : 'schedules');
