import { z } from 'zod';
import { askAws } from './ask-aws.ts';

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

/** What a function has logged; the platform's own START, END and REPORT lines among it. */
export const functionLog = (endpoint: string, functionName: string, since?: number): Promise<string[]> =>
  logMessages(endpoint, `/aws/lambda/${functionName}`, since);
