import { Pass } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';

/** JSONata: milliseconds since the wait began; `beginWait` has run before. */
export const WAITED_MS = '($millis() - $waitBeganMs)';

/** Assigned by a wake-up: what it told of goes on now, so that patience begins anew. */
export const WOKEN = { wokenMs: '{% $millis() %}', wakeUps: '{% $wakeUps + 1 %}' };
const NOT_WOKEN = { wokenMs: '{% $millis() %}', wakeUps: 0 };
/** From so many wake-ups on, patience grows with the whole wait: each of them begins it anew otherwise. */
const MANY_WAKE_UPS = 20;

/** JSONata: at most 60 s, and not past the deadline: it is noticed when it passes, not one look later. */
function secondsUntilLook(patience: readonly string[], deadlineMs: string): string {
  const untilDeadline = `$ceil((${deadlineMs} - ${WAITED_MS}) / 1000)`;
  return `{% $max([1, $min([60, $max([${patience.join(', ')}]), ${untilDeadline}])]) %}`;
}
/**
 * Until the fallback look (docs/spec/design.md#waiting-is-woken): 10 % of the time since the last wake-up, at least 2 s. After many
 * wake-ups never less than 5 % of the whole wait, which keeps 200 machines that phone home one by one below 2,500 events
 * (docs/spec/design.md#small-payloads). Few machines are looked at every two seconds while they join: what they wait for comes soon, and
 * nobody says when.
 * @param deadlineMs JSONata text, without the marks
 */
export function fallbackLookSeconds(deadlineMs: string): string {
  const ofWholeWait = `$round(${WAITED_MS} * $min([1, $wakeUps / ${MANY_WAKE_UPS}]) / 20000)`;
  return secondsUntilLook(['2', '$round(($millis() - $wokenMs) / 10000)', ofWholeWait], deadlineMs);
}
/** Where nothing wakes the machine: 10 % of the time waited, at least a second. */
export const nextPauseSeconds = (deadlineMs: string): string =>
  secondsUntilLook(['1', `$round(${WAITED_MS} / 10000)`], deadlineMs);

/** Notes when a wait began, once: it is not part of the loop that follows. */
export function beginWait(scope: Construct, id: string): Pass {
  return Pass.jsonata(scope, `Begin${id}`, { assign: { waitBeganMs: '{% $millis() %}', ...NOT_WOKEN } });
}
