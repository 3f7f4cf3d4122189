import { z } from 'zod';
import { Invalid } from '#shared/errors';
import { integer } from '../_core/fields.ts';
import { parseBody } from '../_core/parse-body.ts';

/** Maximum number of lines of a console log to ask for. A cloud keeps fewer. */
const MAX_LINES = 100_000;

export const consoleView = z.object({ url: z.string() });
export const consoleLogView = z.string();
/** The position for the next call, when a log is followed. */
export const NEXT_OFFSET_HEADER = 'x-next-offset';

export const consoleLogQuery = z.object({
  length: integer(1, MAX_LINES)
    .optional()
    .meta({ description: 'Number of lines from the end. Default: everything that the cloud keeps.' }),
  offset: integer(0)
    .optional()
    .meta({ description: 'Position to continue from: the header `X-Next-Offset` of an earlier answer.' }),
});

/** Throws Invalid with the parameter's name. */
export function readConsoleLog(query: URLSearchParams) {
  const { length: lines, offset } = parseBody(consoleLogQuery, Object.fromEntries(query));
  if (lines !== undefined && offset !== undefined) throw new Invalid({ offset: ['Give either length or offset.'] });
  return { lines, offset };
}
