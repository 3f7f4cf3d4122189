import { z } from 'zod';
import { waiting } from '../_core/delivery-attempt.ts';
import { instant, uuid } from '../_core/identifier.ts';
import { asLine, asParagraphs } from '../_core/text/plain-text.ts';
import { orderType } from '../marketplace/order.ts';

/**
 * A name that a user or a backend chose, made one line: text after a line break would look like ours. Stored rows may
 * be older than our check of names.
 */
const said = z.string().transform(asLine);

/** What was ordered. For an offering of a site agent this is not a cluster. */
const thing = z.enum(['cluster', 'resource']).default('cluster');

/** The variable parts of each e-mail. They must not contain secrets, because they wait in the table. */
const mailValues = {
  invitation: z.object({
    /**
     * The invitation's token is made when the e-mail is rendered
     * (docs/decisions/0019-an-invitations-token-is-made-by-its-mail.md).
     */
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
    /** `Cluster` or `Project`, as in Rancher. */
    scopeType: said,
    scope: said,
    /** Rancher's address, where the reader signs in. */
    rancherUrl: said,
    /**
     * How long after the first sign-in the role applies, for a user who is not in Keycloak yet. Empty when the role
     * applies at once.
     */
    activeWithinMinutes: said,
  }),
  'hook-disabled': z.object({ destination: said, reason: said }),
  /** The e-mail of an e-mail hook. */
  event: z.object({
    message: said,
    eventType: said,
    at: instant,
    scope: said,
    /** The e-mail is sent only while this hook still wants events. Rows from before addresses were confirmed name no hook. */
    hookUuid: uuid.optional(),
  }),
  /** The first e-mail to a hook's address. The token in it is made when it is rendered, as for invitations. */
  'hook-confirmation': z.object({ hookUuid: uuid }),
  'cluster-ready': z.object({ cluster: said, project: said, clusterUuid: uuid, thing }),
  /** Not an e-mail by itself: it is replaced by one e-mail to each user who may approve the order. */
  'order-approvers': z.object({ orderUuid: uuid }),
  /** An e-mail to one user who may approve the order. */
  'order-waiting': z.object({
    cluster: said,
    project: said,
    orderUuid: uuid,
    orderedBy: said,
    /** Who has to approve the order. Older rows lack this field, because only buyers approved orders then. */
    waitsFor: z.enum(['consumer', 'provider']).default('consumer'),
  }),
  /** To an owner, days before a resource is terminated by itself. */
  'resource-ending': z.object({ cluster: said, project: said, resourceUuid: uuid, thing, endDate: said }),
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
  /** Each key has at most one pending e-mail. A new e-mail with the same key replaces it. */
  key: z.string().min(1).max(500),
  to: z.string(),
});
const of = <T extends MailTemplate>(template: T) =>
  base.extend({ template: z.literal(template), values: mailValues[template] });

/** An e-mail to one person: a template and its values, before it is rendered. */
export const mail = z.discriminatedUnion('template', [
  of('invitation'),
  of('grant-ended'),
  of('keycloak-membership'),
  of('cluster-ready'),
  of('order-approvers'),
  of('order-waiting'),
  of('order-failed'),
  of('resource-ending'),
  of('hook-disabled'),
  of('event'),
  of('hook-confirmation'),
]);
export type Mail = z.infer<typeof mail>;

export const pendingMail = z.intersection(mail, waiting);
export type PendingMail = z.infer<typeof pendingMail>;
