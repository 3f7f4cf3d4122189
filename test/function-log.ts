import { z } from 'zod';
import { askAws } from './network/ask-aws.ts';

const page = z.object({ events: z.array(z.object({ timestamp: z.number(), message: z.string() })) });
/** The maximum number of events on a page. The emulator returns no token for the next page. */
const PAGE_SIZE = 10_000;

/** All messages of a log group, oldest first. `since` is a time in milliseconds. */
export async function logMessages(endpoint: string, logGroupName: string, since = 0): Promise<string[]> {
  const messages: string[] = [];
  for (let startTime = since; ; ) {
    const { events } = page.parse(await askAws(endpoint, 'logs', 'FilterLogEvents', { logGroupName, startTime }));
    const isLast = events.length < PAGE_SIZE;
    const until = events.at(-1)?.timestamp ?? 0;
    // The last millisecond of a full page may have more events, so the next page starts with this millisecond.
    const whole = isLast ? events : events.filter(({ timestamp }) => timestamp < until);
    messages.push(...whole.map(({ message }) => message));
    if (isLast) return messages;
    startTime = until;
  }
}

/**
 * The log group of a function. The functions of the API share one log group, and the functions of the steps share
 * another (infra/stacks/{api,steps}.ts).
 */
const logGroupOf = (functionName: string): string =>
  `/aws/lambda/${functionName.replace(/^(.+?)-(api|webhooks)-.*/, '$1-api').replace(/^(.+?-steps)-.*/, '$1')}`;

/** All messages in the log groups of these functions, including the platform's START, END and REPORT lines. */
export async function functionLogs(
  endpoint: string,
  functionNames: Iterable<string>,
  since?: number,
): Promise<string[]> {
  const groups = new Set([...functionNames].map(logGroupOf));
  return (await Promise.all([...groups].map((group) => logMessages(endpoint, group, since)))).flat();
}

/** The messages of a function that has its own log group. */
export const functionLog = (endpoint: string, functionName: string, since?: number): Promise<string[]> =>
  functionLogs(endpoint, [functionName], since);
