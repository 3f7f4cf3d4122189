import { z } from 'zod';
import { instant, uuid } from '../identifier.ts';

/** What each e-mail says that differs from one to the next: never a secret, since it waits in the table. */
const mailValues = {
  invitation: z.object({
    /** Its token is made when the e-mail is written (decision 19). */
    invitationUuid: uuid,
    role: z.string(),
    scopeType: z.string(),
    scope: z.string(),
    invitedBy: z.string(),
    extraText: z.string(),
    expiresAt: instant,
  }),
  'grant-ended': z.object({
    username: z.string(),
    role: z.string(),
    scopeType: z.string(),
    scope: z.string(),
    endedAt: instant,
  }),
  'keycloak-membership': z.object({
    role: z.string(),
    /** `Cluster` or `Project`, as Rancher has it. */
    scopeType: z.string(),
    scope: z.string(),
    /** Where to sign in. */
    rancherUrl: z.string(),
    /** After the first sign-in, when the user is not in Keycloak yet; empty when the role holds at once. */
    activeWithinMinutes: z.string(),
  }),
  'cluster-ready': z.object({ cluster: z.string(), project: z.string(), clusterUuid: uuid }),
  'order-failed': z.object({
    type: z.enum(['Create', 'Terminate']),
    cluster: z.string(),
    project: z.string(),
    orderUuid: uuid,
    code: z.string(),
    reason: z.string(),
  }),
};
export type MailTemplate = keyof typeof mailValues;
export type MailValues = { [T in MailTemplate]: z.infer<(typeof mailValues)[T]> };

const base = z.object({
  /** One e-mail for each key as long as it waits: the same again takes its place. */
  key: z.string().min(1).max(500),
  to: z.string(),
});
const of = <T extends MailTemplate>(template: T) =>
  base.extend({ template: z.literal(template), values: mailValues[template] });

/** An e-mail to one person: a template and its values, before it is written. */
export const mail = z.discriminatedUnion('template', [
  of('invitation'),
  of('grant-ended'),
  of('keycloak-membership'),
  of('cluster-ready'),
  of('order-failed'),
]);
export type Mail = z.infer<typeof mail>;

/** How an e-mail in the outbox fares. */
const waiting = z.object({
  created: instant,
  /** When it is tried next; before that, somebody is at it. */
  dueAt: instant,
  attempts: z.number().int().nonnegative(),
  /** Why the last attempt has failed. */
  lastError: z.string().optional(),
});
export const pendingMail = z.intersection(mail, waiting);
export type PendingMail = z.infer<typeof pendingMail>;

const MINUTE_MS = 60_000;
const LONGEST_PAUSE_MS = 6 * 60 * MINUTE_MS;
const KEPT_MS = 14 * 24 * 60 * MINUTE_MS;

export const newPendingMail = (item: Mail, now: Date): PendingMail => ({
  ...item,
  created: now.toISOString(),
  dueAt: now.toISOString(),
  attempts: 0,
});

/** The attempt that begins now: the next one comes after 1 minute, then twice as long each time, up to 6 hours. */
export function nextAttempt(item: PendingMail, now: Date): PendingMail {
  const pauseMs = Math.min(MINUTE_MS * 2 ** item.attempts, LONGEST_PAUSE_MS);
  return { ...item, attempts: item.attempts + 1, dueAt: new Date(now.getTime() + pauseMs).toISOString() };
}

/** As long as a dead letter is kept; what nobody could deliver by then tells nobody anything. */
export const isOutOfTime = ({ created }: PendingMail, now: Date): boolean =>
  now.getTime() - Date.parse(created) >= KEPT_MS;

/** Four pauses, a quarter of an hour: whatever passes has passed by then. */
const LASTING_AFTER_ATTEMPTS = 5;
export const isLasting = ({ attempts }: PendingMail): boolean => attempts >= LASTING_AFTER_ATTEMPTS;
