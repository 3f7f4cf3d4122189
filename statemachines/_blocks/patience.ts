import { Pass } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';

/** JSONata: milliseconds since the wait began; `beginWait` has run before. */
export const WAITED_MS = '($millis() - $waitBeganMs)';

/** Design decision 6: the next look comes after 10 % of the time waited, but never in less than 2 s or more than 60 s. */
export const NEXT_LOOK_SECONDS = `{% $min([60, $max([2, $round(${WAITED_MS} / 10000)])]) %}`;

/** Notes when a wait began, once: it is not part of the loop that follows. */
export function beginWait(scope: Construct, id: string): Pass {
  return Pass.jsonata(scope, `Begin${id}`, { assign: { waitBeganMs: '{% $millis() %}' } });
}
