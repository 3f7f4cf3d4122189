import { z } from 'zod';
import { askAws } from './network/ask-aws.ts';

const page = z.object({ events: z.array(z.object({ timestamp: z.number(), message: z.string() })) });
/** The emulator gives no more at once, and no token for the others. */
const PAGE_SIZE = 10_000;

/** All messages of a log group since a time, in milliseconds, oldest first. */
export async function logMessages(endpoint: string, logGroupName: string, since = 0): Promise<string[]> {
  const messages: string[] = [];
  for (let startTime = since; ; ) {
    const { events } = page.parse(await askAws(endpoint, 'logs', 'FilterLogEvents', { logGroupName, startTime }));
    const isLast = events.length < PAGE_SIZE;
    const until = events.at(-1)?.timestamp ?? 0;
    // Those of a full page's last millisecond begin the next one.
    const whole = isLast ? events : events.filter(({ timestamp }) => timestamp < until);
    messages.push(...whole.map(({ message }) => message));
    if (isLast) return messages;
    startTime = until;
  }
}

/** Functions of the API, and steps, share a log group each (infra/stacks/{api,steps}.ts). */
const logGroupOf = (functionName: string): string =>
  `/aws/lambda/${functionName.replace(/^(.+?)-(api|webhooks)-.*/, '$1-api').replace(/^(.+?-steps)-.*/, '$1')}`;

/** What the log groups of these functions hold; the platform's own START, END and REPORT lines among it. */
export async function functionLogs(
  endpoint: string,
  functionNames: Iterable<string>,
  since?: number,
): Promise<string[]> {
  const groups = new Set([...functionNames].map(logGroupOf));
  return (await Promise.all([...groups].map((group) => logMessages(endpoint, group, since)))).flat();
}

/** What a function has logged that shares its log group with no other. */
export const functionLog = (endpoint: string, functionName: string, since?: number): Promise<string[]> =>
  functionLogs(endpoint, [functionName], since);
