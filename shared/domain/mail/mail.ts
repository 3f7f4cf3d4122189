import { z } from 'zod';
import { waiting } from '../attempt.ts';
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
  'hook-disabled': z.object({ destination: z.string(), reason: z.string() }),
  /** What a hook of the kind e-mail tells. */
  event: z.object({ message: z.string(), eventType: z.string(), at: instant, scope: z.string() }),
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
  of('hook-disabled'),
  of('event'),
]);
export type Mail = z.infer<typeof mail>;

export const pendingMail = z.intersection(mail, waiting);
export type PendingMail = z.infer<typeof pendingMail>;
