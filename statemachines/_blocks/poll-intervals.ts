import { Pass } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';

/** JSONata: milliseconds since the wait began. Valid only after `beginWait`. */
export const WAITED_MS = '($millis() - $waitBeganMs)';

/** Variables that a wake-up sets. Pauses become short again, because more wake-ups may follow. */
export const WOKEN = { wokenMs: '{% $millis() %}', wakeUps: '{% $wakeUps + 1 %}' };
const NOT_WOKEN = { wokenMs: '{% $millis() %}', wakeUps: 0 };
/**
 * After this number of wake-ups, each pause is at least 5 % of the time waited so far. After fewer wake-ups, this
 * minimum is proportionally lower.
 */
const MANY_WAKE_UPS = 20;

/**
 * JSONata: seconds until the next poll, at most 60. No poll is later than the deadline, so that the deadline is noticed
 * in time.
 */
function secondsUntilPoll(patience: readonly string[], deadlineMs: string): string {
  const untilDeadline = `$ceil((${deadlineMs} - ${WAITED_MS}) / 1000)`;
  return `{% $max([1, $min([60, $max([${patience.join(', ')}]), ${untilDeadline}])]) %}`;
}
/**
 * Seconds until the next poll if no wake-up comes (docs/spec/design.md#waiting-is-woken). The pause is the longest of
 * three times: 2 s, 10 % of the time since the last wake-up and, after many wake-ups, 5 % of the whole wait so far. The
 * third time keeps the history short (docs/spec/design.md#small-payloads): 200 machines that phone home one by one add
 * fewer than 2,500 events.
 * @param deadlineMs JSONata text, without `{%` and `%}`
 */
export function fallbackPollSeconds(deadlineMs: string): string {
  const ofWholeWait = `$round(${WAITED_MS} * $min([1, $wakeUps / ${MANY_WAKE_UPS}]) / 20000)`;
  return secondsUntilPoll(['2', '$round(($millis() - $wokenMs) / 10000)', ofWholeWait], deadlineMs);
}
/**
 * Seconds until the next poll in a wait without wake-ups: 10 % of the time since the wait began, at least one second.
 */
export const nextPauseSeconds = (deadlineMs: string): string =>
  secondsUntilPoll(['1', `$round(${WAITED_MS} / 10000)`], deadlineMs);

/** Makes the state that records when a wait begins. It must come before the loop, so that it runs only once. */
export function beginWait(scope: Construct, id: string): Pass {
  return Pass.jsonata(scope, `Begin${id}`, { assign: { waitBeganMs: '{% $millis() %}', ...NOT_WOKEN } });
}
