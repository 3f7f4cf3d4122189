import { setTimeout as pause } from 'node:timers/promises';
import type { ControlServer } from '#test/probe/control-server';

const LOOK_MS = 50;
/**
 * All work has ended when this many checks in a row find no new report. Together, these checks take longer than the
 * delay with which a function sends its reports.
 */
const QUIET_LOOKS = 6;

/** Waits until no function has reported an invocation for a while. Then all started work has ended. */
export async function untilQuiet({ ended }: Pick<ControlServer, 'ended'>): Promise<void> {
  for (let quiet = 0, seen = ended.length; quiet < QUIET_LOOKS; ) {
    await pause(LOOK_MS);
    quiet = ended.length === seen ? quiet + 1 : 0;
    seen = ended.length;
  }
}
