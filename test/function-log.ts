import { z } from 'zod';
import { askAws } from './ask-aws.ts';

const page = z.object({
  events: z.array(z.object({ timestamp: z.number(), message: z.string() })),
  nextToken: z.string().optional(),
});

/** All messages of a log group, oldest first. */
export async function logMessages(endpoint: string, logGroupName: string): Promise<string[]> {
  const messages: string[] = [];
  let nextToken: string | undefined;
  do {
    const asked = { logGroupName, ...(nextToken !== undefined && { nextToken }) };
    const { events, ...more } = page.parse(await askAws(endpoint, 'logs', 'FilterLogEvents', asked));
    messages.push(...events.map(({ message }) => message));
    nextToken = more.nextToken;
  } while (nextToken !== undefined);
  return messages;
}

/** What a function has logged; the platform's own START, END and REPORT lines among it. */
export const functionLog = (endpoint: string, functionName: string): Promise<string[]> =>
  logMessages(endpoint, `/aws/lambda/${functionName}`);
