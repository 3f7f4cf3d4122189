import { z } from 'zod';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { BillingPeriod } from '#shared/domain/usage/billing-period';
import { amountText, type Report, type UserShare } from '#shared/domain/usage/reported-usage';
import { flag, looseText, MAX_INSTANT, reference, text } from '../_core/fields.ts';
import { parseBody } from '../_core/parse-body.ts';

const MAX_COMPONENTS = 50;
const MAX_USERS = 5000;
const MAX_USERNAME = 150;

const MAX_DECIMAL = 21;
const DECIMAL = /^\d{1,18}(\.\d{1,2})?$/;
/** An amount. Most clients send it as text, some as a number. */
const amount = (description: string) =>
  z
    .preprocess(
      (given) => (typeof given === 'number' ? String(given) : given),
      z.string().max(MAX_DECIMAL).regex(DECIMAL, 'Enter an amount of 0 or more, with at most two decimal places.'),
    )
    .transform(amountText)
    .meta({ description, type: 'string', maxLength: MAX_DECIMAL, examples: ['12.50'] });

const BAD_INSTANT = 'Datetime has wrong format. Use one of these formats: YYYY-MM-DDThh:mm:ssZ.';
const DATE =
  'A time in the reported month. The month is read as written, without conversion of the time zone. Default: now.';
/** The date of a report. Null counts as absent. The UTC offset is optional, because some agents do not send it. */
const reportDate = (description: string) =>
  z.iso
    .datetime({ offset: true, local: true, message: BAD_INSTANT })
    .max(MAX_INSTANT)
    .nullish()
    .transform((given): BillingPeriod | undefined => given?.slice(0, '2026-11'.length))
    .meta({ description, examples: ['2026-11-01T00:00:00Z'] });

const NEVER_AGAIN = 'Each month is reported separately: amounts are not carried over.';
const componentReport = z.object({
  type: text(50).meta({ description: 'Type of one of the offering’s components.', examples: ['node_hours'] }),
  amount: amount('Amount used in the month until now, in the component’s unit.'),
  description: looseText(500)
    .default('')
    .meta({ description: 'A remark that is shown with the usage.', examples: ['Partition a'] }),
  recurring: flag()
    .default(false)
    .refine((isRecurring) => !isRecurring, NEVER_AGAIN)
    .meta({ description: `Must be false. ${NEVER_AGAIN}`, examples: [false] }),
});

const isOnce = (names: readonly string[]): boolean => new Set(names).size === names.length;
export const usageReportBody = z.object({
  resource: reference('marketplace-resources'),
  usages: z
    .array(componentReport)
    .min(1)
    .max(MAX_COMPONENTS)
    .refine((all) => isOnce(all.map(({ type }) => type)), 'Each type may be used only once.')
    .meta({ description: 'Amount of each component. Components that are left out keep their amount.' }),
  date: reportDate(DATE),
});
/** A report of a resource's usages. A report without `period` is about the current month. */
type UsageReport = {
  resourceUuid: Uuid;
  period?: BillingPeriod | undefined;
  usages: readonly ({ type: string } & Report)[];
};
export function parseUsageReport(body: unknown): UsageReport {
  const { resource, date, usages } = parseBody(usageReportBody, body);
  return { resourceUuid: resource, period: date, usages };
}

export const userReportBody = z.object({
  username: text(MAX_USERNAME).meta({ description: 'Name of the user at the backend.', examples: ['grace'] }),
  usage: amount('Amount that this user has used in the month until now.'),
  user: looseText(500)
    .optional()
    .meta({ description: 'Accepted and not stored, because users are identified by username.', examples: [''] }),
  date: reportDate('Accepted and not stored, because the month is known from the usage.'),
});
export const userReportsBody = z.object({
  usages: z
    .array(userReportBody)
    .max(MAX_USERS)
    .refine((all) => isOnce(all.map(({ username }) => username)), 'Each username may be used only once.')
    .meta({ description: 'Amount of each user. Users who are left out keep their amount.' }),
});
type UserReport = Pick<UserShare, 'username' | 'amount'>;
const readOne = ({ username, usage }: z.infer<typeof userReportBody>): UserReport => ({ username, amount: usage });
/** `parseUserReport` and `parseUserReports` throw Invalid if the body is not valid. */
export const parseUserReport = (body: unknown): UserReport[] => [readOne(parseBody(userReportBody, body))];
export const parseUserReports = (body: unknown): UserReport[] => parseBody(userReportsBody, body).usages.map(readOne);
