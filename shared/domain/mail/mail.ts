import { z } from 'zod';
import { waiting } from '../_core/delivery-attempt.ts';
import { instant, uuid } from '../_core/identifier.ts';
import { asLine, asParagraphs } from '../_core/text/plain-text.ts';
import { orderType } from '../marketplace/order.ts';

/**
 * A name that a user or a backend has chosen. It is made one line, because text after a line break would look like
 * Paddock's own text. Stored rows may be older than the check of names.
 */
const said = z.string().transform(asLine);

/** The kind of thing that was ordered. An offering of a site agent has resources that are not clusters. */
const thing = z.enum(['cluster', 'resource']).default('cluster');

/**
 * The values that are inserted into each e-mail. They are stored in the table until the e-mail is sent, so they must
 * not contain secrets.
 */
const mailValues = {
  invitation: z.object({
    /**
     * The e-mail needs the invitation's token. The token is made only when the e-mail is rendered
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
    /** Rancher's address, where the recipient signs in. */
    rancherUrl: said,
    /**
     * Minutes from the first sign-in until the role is active, for a user who is not in Keycloak yet. Empty if the role
     * is active at once.
     */
    activeWithinMinutes: said,
  }),
  'hook-disabled': z.object({ destination: said, reason: said }),
  /** An e-mail about an event, for an e-mail hook. */
  event: z.object({
    message: said,
    eventType: said,
    at: instant,
    scope: said,
    /** The e-mail is sent only if this hook still gets events. Absent in rows of an earlier release. */
    hookUuid: uuid.optional(),
  }),
  /** The first e-mail to the address of a hook. As for invitations, its token is made when the e-mail is rendered. */
  'hook-confirmation': z.object({ hookUuid: uuid }),
  'cluster-ready': z.object({ cluster: said, project: said, clusterUuid: uuid, thing }),
  /** Not an e-mail itself. It is replaced by one e-mail to each user who may approve the order. */
  'order-approvers': z.object({ orderUuid: uuid }),
  /** An e-mail to one user who may approve the order. */
  'order-waiting': z.object({
    cluster: said,
    project: said,
    orderUuid: uuid,
    orderedBy: said,
    /** Whose approval the order needs. Absent in rows of an earlier release, where only the buyer approved orders. */
    waitsFor: z.enum(['consumer', 'provider']).default('consumer'),
  }),
  /** An e-mail to an owner, some days before a resource is terminated automatically. */
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
  /** There is at most one pending e-mail with a key. A new e-mail with the same key replaces it. */
  key: z.string().min(1).max(500),
  to: z.string(),
});
const of = <T extends MailTemplate>(template: T) =>
  base.extend({ template: z.literal(template), values: mailValues[template] });

/** An e-mail to one recipient before it is rendered: a template and its values. */
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
