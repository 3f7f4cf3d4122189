import { Pass } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';

/** JSONata: milliseconds since the wait began; `beginWait` has run before. */
export const WAITED_MS = '($millis() - $waitBeganMs)';

/**
 * JSONata: seconds until the next look, 10 % of the time waited but at most 60 s, and not past the deadline: it is noticed when
 * it passes, not one look later. Where something wakes the machine (design decision 6) a look is a fallback and may be 2 s
 * away; where nothing does, a second is all that is lost.
 * @param deadlineMs JSONata text, without the marks
 */
const nextLookSeconds = (leastSeconds: number) => (deadlineMs: string) => {
  const untilDeadline = `$ceil((${deadlineMs} - ${WAITED_MS}) / 1000)`;
  return `{% $max([1, $min([60, $max([${leastSeconds}, $round(${WAITED_MS} / 10000)]), ${untilDeadline}])]) %}`;
};
export const fallbackLookSeconds = nextLookSeconds(2);
export const nextPauseSeconds = nextLookSeconds(1);

/** Notes when a wait began, once: it is not part of the loop that follows. */
export function beginWait(scope: Construct, id: string): Pass {
  return Pass.jsonata(scope, `Begin${id}`, { assign: { waitBeganMs: '{% $millis() %}' } });
}
