import { z } from 'zod';
import { askAws } from './network/ask-aws.ts';

const page = z.object({ events: z.array(z.object({ timestamp: z.number(), message: z.string() })) });
/** The emulator returns no more events per page, and no token for the next page. */
const PAGE_SIZE = 10_000;

/** All messages of a log group since a time, in milliseconds, oldest first. */
export async function logMessages(endpoint: string, logGroupName: string, since = 0): Promise<string[]> {
  const messages: string[] = [];
  for (let startTime = since; ; ) {
    const { events } = page.parse(await askAws(endpoint, 'logs', 'FilterLogEvents', { logGroupName, startTime }));
    const isLast = events.length < PAGE_SIZE;
    const until = events.at(-1)?.timestamp ?? 0;
    // The next page starts with the last millisecond of this full page, so events of that millisecond are left for it.
    const whole = isLast ? events : events.filter(({ timestamp }) => timestamp < until);
    messages.push(...whole.map(({ message }) => message));
    if (isLast) return messages;
    startTime = until;
  }
}

/** The functions of the API share one log group, and so do the steps (infra/stacks/{api,steps}.ts). */
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
