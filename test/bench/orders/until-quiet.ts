import { setTimeout as pause } from 'node:timers/promises';
import type { ControlServer } from '#test/probe/control-server';

const LOOK_MS = 50;
/** Longer than functions keep what they have to report. */
const QUIET_LOOKS = 6;

/** Until no function has reported an invocation for a while: what was begun is over. */
export async function untilQuiet({ ended }: Pick<ControlServer, 'ended'>): Promise<void> {
  for (let quiet = 0, seen = ended.length; quiet < QUIET_LOOKS; ) {
    await pause(LOOK_MS);
    quiet = ended.length === seen ? quiet + 1 : 0;
    seen = ended.length;
  }
}
