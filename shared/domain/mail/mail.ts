import { z } from 'zod';
import { waiting } from '../_core/attempt.ts';
import { instant, uuid } from '../_core/identifier.ts';
import { asLine, asParagraphs } from '../_core/text/plain-text.ts';
import { orderType } from '../marketplace/order.ts';

/**
 * What somebody, or a backend, has called something. Rows are older than rules: where a name has a line break, what stands behind it
 * would be read as a line of ours.
 */
const said = z.string().transform(asLine);

/** What was ordered: of a site agent's offering it is no cluster. */
const thing = z.enum(['cluster', 'resource']).default('cluster');

/** What each e-mail says that differs from one to the next: never a secret, since it waits in the table. */
const mailValues = {
  invitation: z.object({
    /** Its token is made when the e-mail is written (docs/decisions/0019-an-invitations-token-is-made-by-its-mail.md). */
    invitationUuid: uuid,
    role: said,
    scopeType: said,
    scope: said,
    invitedBy: said,
    extraText: z.string().transform(asParagraphs),
    expiresAt: instant,
  }),
  'grant-ended': z.object({
    username: said,
    role: said,
    scopeType: said,
    scope: said,
    endedAt: instant,
  }),
  'keycloak-membership': z.object({
    role: said,
    /** `Cluster` or `Project`, as Rancher has it. */
    scopeType: said,
    scope: said,
    /** Where to sign in. */
    rancherUrl: said,
    /** After the first sign-in, when the user is not in Keycloak yet; empty when the role holds at once. */
    activeWithinMinutes: said,
  }),
  'hook-disabled': z.object({ destination: said, reason: said }),
  /** What a hook of the kind e-mail tells. */
  event: z.object({
    message: said,
    eventType: said,
    at: instant,
    scope: said,
    /** Sent only as long as this hook wants it. Those that wait from before addresses were confirmed name none. */
    hookUuid: uuid.optional(),
  }),
  /** The first e-mail to a hook's address; its token is made when it is written, as an invitation's. */
  'hook-confirmation': z.object({ hookUuid: uuid }),
  'cluster-ready': z.object({ cluster: said, project: said, clusterUuid: uuid, thing }),
  /** No e-mail, but what becomes one for each of those who may approve the order. */
  'order-approvers': z.object({ orderUuid: uuid }),
  /** To one of those who may approve it. */
  'order-waiting': z.object({
    cluster: said,
    project: said,
    orderUuid: uuid,
    orderedBy: said,
    /** Those that were written before providers approved orders say nothing. */
    waitsFor: z.enum(['consumer', 'provider']).default('consumer'),
  }),
  'order-failed': z.object({
    type: orderType,
    thing,
    cluster: said,
    project: said,
    orderUuid: uuid,
    code: said,
    reason: said,
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
  of('order-approvers'),
  of('order-waiting'),
  of('order-failed'),
  of('hook-disabled'),
  of('event'),
  of('hook-confirmation'),
]);
export type Mail = z.infer<typeof mail>;

export const pendingMail = z.intersection(mail, waiting);
export type PendingMail = z.infer<typeof pendingMail>;
