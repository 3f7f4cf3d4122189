import { z } from 'zod';
import type { RuleName } from '#shared/domain/organizations/permission';
import type { ApiOperation } from './operation.ts';
import { parseBody } from './parse-body.ts';

const BAD_DATE = 'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.';

/** A day, such as `2099-12-31`. Null and empty text mean no day, as in Waldur's forms. */
export const endDate = () =>
  z
    .union([z.null(), z.literal(''), z.iso.date({ error: () => BAD_DATE })], { error: () => BAD_DATE })
    .transform((date) => date || null);

export const END_DATE =
  'The day, in UTC, on which the resource is terminated automatically. Owners of its customer get an e-mail seven days and one day before. Null removes the date. Not earlier than today.';

const endDateBody = z.object({ end_date: endDate().meta({ description: END_DATE, examples: ['2099-12-31'] }) });
/** Parses the body of the calls that set an end date. Null means no end date. Throws Invalid. */
export const parseEndDate = (body: unknown): string | null => parseBody(endDateBody, body).end_date;

/** The operation that sets the end date of a resource. `rule` says who may call it. */
export const settingEndDate = (summary: string, rule: RuleName): ApiOperation => ({
  summary,
  rule,
  description: 'The resource is terminated on this day, in the name of the user who has set the date.',
  body: endDateBody,
  bodyExample: { end_date: '2099-12-31' },
  refuses: [400, 405, 409],
});
