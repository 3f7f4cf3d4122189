import type { LocalCloudOptions } from '#infra/local/local-cloud';
import { localHome, localLogDir } from '#infra/local/local-settings';
import { deadlineContext } from '#test/deadlines';

export const STAGE = 'faults';
/** Retries, polls and schedules take a fiftieth of their usual time. */
export const WAIT_SCALE = 0.02;
/**
 * The shortest interval of a schedule, in seconds. Each testbed leaves a provider behind, whose simulators have stopped.
 * The jobs that sync providers would soon do nothing but wait for them.
 */
const SCHEDULE_SECONDS = 30;
/** A hanging request is given up after this many seconds. */
const BACKEND_TIMEOUT_SECONDS = 1;
/**
 * The longest permitted interval between two watches of all clusters. The requests of a watch belong to no operation
 * and would disturb the recording.
 */
const WATCH_MINUTES = '240';
/**
 * The maximum duration of an order, whatever is broken. It is several times the usual duration, because a machine of
 * CI may be three times slower than another.
 */
const DEADLINE_SECONDS = 120;
/**
 * The longest wait for the end of an order. This is longer than the deadlines of the state machines, by which an order
 * must end.
 */
export const PATIENCE_MS = (DEADLINE_SECONDS + 60) * 1000;

export function faultCloudOptions(log?: (line: string) => void): Omit<LocalCloudOptions, 'signal'> {
  return {
    home: localHome(),
    logDir: localLogDir(STAGE),
    stage: STAGE,
    waitScale: WAIT_SCALE,
    scheduleSeconds: SCHEDULE_SECONDS,
    appContext: {
      backendTimeoutSeconds: String(BACKEND_TIMEOUT_SECONDS),
      ...deadlineContext(DEADLINE_SECONDS),
      watchMinutes: WATCH_MINUTES,
    },
    ...(log && { log }),
  };
}
