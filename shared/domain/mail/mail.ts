import { z } from 'zod';
import { waiting } from '../_core/delivery-attempt.ts';
import { instant, uuid } from '../_core/identifier.ts';
import { asLine, asParagraphs } from '../_core/text/plain-text.ts';
import { orderType } from '../marketplace/order.ts';

/**
 * A name that a user or a backend has chosen. Line breaks are removed, because text after a line break would look like
 * a text of Paddock. A stored name may contain line breaks, because earlier releases did not check names.
 */
const said = z.string().transform(asLine);

/** What was ordered: a cluster, or another resource, such as a resource of a site agent. */
const thing = z.enum(['cluster', 'resource']).default('cluster');

/**
 * The values of an e-mail, by template. The values are stored in the database until the e-mail is sent, so they must
 * not be secret.
 */
const mailValues = {
  invitation: z.object({
    /**
     * The e-mail also needs the token of the invitation. The token is created only when the e-mail is rendered
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
     * For a user who is not in Keycloak yet: how many minutes after the first sign-in the role becomes active. Empty if
     * the role is active at once.
     */
    activeWithinMinutes: said,
  }),
  /** An e-mail to a user about each new API token and session of theirs. */
  'new-token': z.object({
    kind: z.enum(['token', 'browser', 'device']),
    name: said,
    at: instant,
    /** Empty if the token does not expire. */
    expiresAt: z.union([instant, z.literal('')]),
  }),
  'hook-disabled': z.object({ destination: said, reason: said }),
  /** The e-mail that an e-mail hook sends about an event. */
  event: z.object({
    message: said,
    eventType: said,
    at: instant,
    scope: said,
    /**
     * The hook of the e-mail. The e-mail is sent only if this hook still gets events. Rows of an earlier release name
     * no hook.
     */
    hookUuid: uuid.optional(),
  }),
  /**
   * The first e-mail to the address of a hook. Its token is created only when the e-mail is rendered, in the same way
   * as the token of an invitation.
   */
  'hook-confirmation': z.object({ hookUuid: uuid }),
  'cluster-ready': z.object({ cluster: said, project: said, clusterUuid: uuid, thing }),
  /** One row that stands for several e-mails: one to each user who may approve the order. */
  'order-approvers': z.object({ orderUuid: uuid }),
  /** An e-mail to one user who may approve the order. */
  'order-waiting': z.object({
    cluster: said,
    project: said,
    orderUuid: uuid,
    orderedBy: said,
    /**
     * Whether the buyer or the provider has to approve. Rows of an earlier release lack this field. In that release,
     * only buyers approved orders.
     */
    waitsFor: z.enum(['consumer', 'provider']).default('consumer'),
  }),
  /** An e-mail to an owner some days before a resource is terminated on its end date. */
  'resource-ending': z.object({ cluster: said, project: said, resourceUuid: uuid, thing, endDate: said }),
  /** An e-mail to one user who may approve orders, instead of an e-mail about each of many orders. */
  'orders-waiting': z.object({ orderedBy: said, mails: z.int() }),
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
  /** Only one e-mail with a given key is pending. A new e-mail with the same key replaces the pending e-mail. */
  key: z.string().min(1).max(500),
  to: z.string(),
});
const of = <T extends MailTemplate>(template: T) =>
  base.extend({ template: z.literal(template), values: mailValues[template] });

/** An e-mail that is not rendered yet: its recipient, its template, and the values for the template. */
export const mail = z.discriminatedUnion('template', [
  of('invitation'),
  of('grant-ended'),
  of('keycloak-membership'),
  of('cluster-ready'),
  of('order-approvers'),
  of('order-waiting'),
  of('orders-waiting'),
  of('order-failed'),
  of('resource-ending'),
  of('hook-disabled'),
  of('new-token'),
  of('event'),
  of('hook-confirmation'),
]);
export type Mail = z.infer<typeof mail>;

export const pendingMail = z.intersection(mail, waiting);
export type PendingMail = z.infer<typeof pendingMail>;
