import { Pass } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';

/** JSONata: milliseconds since the wait began; `beginWait` has run before. */
export const WAITED_MS = '($millis() - $waitBeganMs)';

/**
 * JSONata: seconds until the next look, 10 % of the time waited but at most 60 s. Where something wakes the machine
 * (design decision 6) a look is a fallback and may be 2 s away; where nothing does, a second is all that is lost.
 */
const nextLookSeconds = (leastSeconds: number): string =>
  `{% $min([60, $max([${leastSeconds}, $round(${WAITED_MS} / 10000)])]) %}`;
export const FALLBACK_LOOK_SECONDS = nextLookSeconds(2);
export const NEXT_LOOK_SECONDS = nextLookSeconds(1);

/** Notes when a wait began, once: it is not part of the loop that follows. */
export function beginWait(scope: Construct, id: string): Pass {
  return Pass.jsonata(scope, `Begin${id}`, { assign: { waitBeganMs: '{% $millis() %}' } });
}
