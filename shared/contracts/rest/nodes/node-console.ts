import { z } from 'zod';
import { Invalid } from '#shared/errors';
import { integer } from '../_core/fields.ts';
import { parseBody } from '../_core/parse-body.ts';

/** Lines that a console log may be asked for; a cloud keeps fewer. */
const MAX_LINES = 100_000;

export const consoleView = z.object({ url: z.string() });
export const consoleLogView = z.string();
/** Where to go on when a log is followed. */
export const NEXT_OFFSET_HEADER = 'x-next-offset';

export const consoleLogQuery = z.object({
  length: integer(1, MAX_LINES)
    .optional()
    .meta({ description: 'How many of the last lines. Default: all that the cloud keeps.' }),
  offset: integer(0)
    .optional()
    .meta({ description: 'Where to go on, from the header `X-Next-Offset` of an earlier answer.' }),
});

/** Throws Invalid naming the parameter. */
export function readConsoleLog(query: URLSearchParams) {
  const { length: lines, offset } = parseBody(consoleLogQuery, Object.fromEntries(query));
  if (lines !== undefined && offset !== undefined) throw new Invalid({ offset: ['Give either length or offset.'] });
  return { lines, offset };
}
