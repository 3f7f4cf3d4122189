import type { LocalCloudOptions } from '#infra/local/local-cloud';
import { localHome, localLogDir } from '#infra/local/local-settings';
import { deadlineContext } from '#test/deadlines';

export const STAGE = 'faults';
/** Retries, looks and schedules in a fiftieth of their time. */
export const WAIT_SCALE = 0.02;
/** A hang is over after this many seconds. */
const BACKEND_TIMEOUT_SECONDS = 1;
/** The longest that is allowed: what a pass over all clusters asks is of no operation. */
const WATCH_MINUTES = '240';
/** No order may take longer, whatever is broken. */
const DEADLINE_SECONDS = 60;
/** A little later than the deadlines of the machines: they are what must end an order. */
export const PATIENCE_MS = (DEADLINE_SECONDS + 30) * 1000;

/** A local cloud in which what fails, fails soon. */
export function faultCloudOptions(log?: (line: string) => void): Omit<LocalCloudOptions, 'signal'> {
  return {
    home: localHome(),
    logDir: localLogDir(STAGE),
    stage: STAGE,
    waitScale: WAIT_SCALE,
    appContext: {
      backendTimeoutSeconds: String(BACKEND_TIMEOUT_SECONDS),
      ...deadlineContext(DEADLINE_SECONDS),
      watchMinutes: WATCH_MINUTES,
    },
    ...(log && { log }),
  };
}
