import { Pass } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';

/** JSONata: milliseconds since the wait began. `beginWait` must have run. */
export const WAITED_MS = '($millis() - $waitBeganMs)';

/** Assigned by a wake-up. More may follow, so pauses become short again. */
export const WOKEN = { wokenMs: '{% $millis() %}', wakeUps: '{% $wakeUps + 1 %}' };
const NOT_WOKEN = { wokenMs: '{% $millis() %}', wakeUps: 0 };
/** From so many wake-ups on, pauses grow with the whole wait. Before, each wake-up makes them short again. */
const MANY_WAKE_UPS = 20;

/** JSONata: at most 60 s, and not past the deadline, which is then noticed on time. */
function secondsUntilLook(patience: readonly string[], deadlineMs: string): string {
  const untilDeadline = `$ceil((${deadlineMs} - ${WAITED_MS}) / 1000)`;
  return `{% $max([1, $min([60, $max([${patience.join(', ')}]), ${untilDeadline}])]) %}`;
}
/**
 * Seconds until the fallback look (docs/spec/design.md#waiting-is-woken): 10 % of the time since the last wake-up, at
 * least 2 s. After many wake-ups at least 5 % of the whole wait, which keeps 200 machines that phone home one by one
 * below 2,500 events (docs/spec/design.md#small-payloads). A few machines are looked at every two seconds while they
 * join, because that takes little time and wakes nobody.
 * @param deadlineMs JSONata text, without the marks
 */
export function fallbackLookSeconds(deadlineMs: string): string {
  const ofWholeWait = `$round(${WAITED_MS} * $min([1, $wakeUps / ${MANY_WAKE_UPS}]) / 20000)`;
  return secondsUntilLook(['2', '$round(($millis() - $wokenMs) / 10000)', ofWholeWait], deadlineMs);
}
/** For waits without wake-ups: 10 % of the time waited, at least a second. */
export const nextPauseSeconds = (deadlineMs: string): string =>
  secondsUntilLook(['1', `$round(${WAITED_MS} / 10000)`], deadlineMs);

/** Records the start of a wait. Outside of the loop that follows, so that it runs once. */
export function beginWait(scope: Construct, id: string): Pass {
  return Pass.jsonata(scope, `Begin${id}`, { assign: { waitBeganMs: '{% $millis() %}', ...NOT_WOKEN } });
}
