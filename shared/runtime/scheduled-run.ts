import type { Context } from 'aws-lambda';
import { runAlone } from '../app/_core/run-alone.ts';
import type { Store } from '../ports/store.ts';
import { randomIds, systemClock } from './clock-and-ids.ts';
import { observe, type Telemetry } from './telemetry.ts';

/** A lease outlives the function, which Lambda ends at its timeout. */
const GRACE_MS = 1000;

export type ScheduledDeps = Telemetry & { store: Pick<Store, 'runLeases'> };
type Run<T> = {
  /** Name of the job in traces, in audit events, and of its lease. */
  job: string;
  /** The name of the job among those of its function, which may run at the same time. */
  part?: string;
  context: Pick<Context, 'getRemainingTimeInMillis'>;
  /** The result if another run of the job is at work. */
  otherwise: T;
};

/** Runs and traces one invocation of a scheduled function. Two runs of the same job never overlap. */
export const runScheduled = <T>(
  deps: ScheduledDeps,
  { job, part, context, otherwise }: Run<T>,
  run: () => Promise<T>,
): Promise<T> =>
  observe(deps, job, {}, () => {
    const keptMs = context.getRemainingTimeInMillis() + GRACE_MS;
    return runAlone(
      { ...deps, clock: systemClock, ids: randomIds },
      { job: [job, part].filter(Boolean).join('/'), keptMs, otherwise },
      run,
    );
  });
