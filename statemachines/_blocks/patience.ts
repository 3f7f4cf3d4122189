import { Pass } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';

/** JSONata: milliseconds since the wait began; `beginWait` has run before. */
export const WAITED_MS = '($millis() - $waitBeganMs)';

/** Assigned by a wake-up: what it told of goes on now, so that patience begins anew. */
export const WOKEN = { wokenMs: '{% $millis() %}' };

/** JSONata: at most 60 s, and not past the deadline: it is noticed when it passes, not one look later. */
function secondsUntilLook(patience: readonly string[], deadlineMs: string): string {
  const untilDeadline = `$ceil((${deadlineMs} - ${WAITED_MS}) / 1000)`;
  return `{% $max([1, $min([60, $max([${patience.join(', ')}]), ${untilDeadline}])]) %}`;
}
/**
 * Until the fallback look (design decision 6): 10 % of the time since the last wake-up, at least 2 s. Never less than 5 % of
 * the whole wait, which keeps 200 machines that phone home one by one below 2,500 events (design decision 9).
 * @param deadlineMs JSONata text, without the marks
 */
export const fallbackLookSeconds = (deadlineMs: string): string =>
  secondsUntilLook(['2', '$round(($millis() - $wokenMs) / 10000)', `$round(${WAITED_MS} / 20000)`], deadlineMs);
/** Where nothing wakes the machine: 10 % of the time waited, at least a second. */
export const nextPauseSeconds = (deadlineMs: string): string =>
  secondsUntilLook(['1', `$round(${WAITED_MS} / 10000)`], deadlineMs);

/** Notes when a wait began, once: it is not part of the loop that follows. */
export function beginWait(scope: Construct, id: string): Pass {
  return Pass.jsonata(scope, `Begin${id}`, { assign: { waitBeganMs: '{% $millis() %}', ...WOKEN } });
}
