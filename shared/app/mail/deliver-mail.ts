import { LOG } from '#shared/contracts/telemetry';
import { isDue, isLasting, isOutOfTime, nextAttempt } from '#shared/domain/_core/delivery-attempt';
import type { Uuid } from '#shared/domain/_core/identifier';
import { isListening } from '#shared/domain/hooks/hook';
import type { Mail, MailValues, PendingMail } from '#shared/domain/mail/mail';
import type { Written } from '#shared/domain/mail/mail-parts';
import {
  clusterReadyMail,
  eventMail,
  grantEndedMail,
  hookConfirmationMail,
  hookDisabledMail,
  invitationMail,
  keycloakMembershipMail,
  newTokenMail,
  orderFailedMail,
  ordersWaitingMail,
  orderWaitingMail,
  resourceEndingMail,
} from '#shared/domain/mail/templates';
import type { Mailer, Message } from '#shared/ports/mail';
import type { Clock, Ids, Logger, Secrets } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { issueHookToken } from '../hooks/confirm-hook.ts';
import { stopTokenOf } from '../hooks/stop-hook.ts';
import { mailApprovers } from '../marketplace/orders/mail-about-order.ts';
import { issueInvitationToken } from '../organizations/issue-invitation-token.ts';

export type MailDeps = {
  store: Pick<Store, 'mails' | 'invitations' | 'hooks' | 'orders' | 'users' | 'grants' | 'badCredentials' | 'commit'>;
  secrets: Pick<Secrets, 'find'>;
  stage: string;
  /** Undefined when the installation sends no e-mail. */
  mailer: Mailer | undefined;
  /** URL of the web console, without a trailing slash. Undefined when there is none. */
  consoleUrl: string | undefined;
  /** URL of the API, without a trailing slash. */
  publicUrl: string;
  clock: Clock;
  ids: Ids;
  log: Logger;
};
/** `lasting`: the e-mail has failed so often that an operator must find out why. */
type Delivery = 'sent' | 'dropped' | 'failed' | 'lasting';

/**
 * The page on which an invitation is accepted: Waldur's page in the console, or a page of the API if there is no
 * console.
 */
const invitationPage = ({ consoleUrl, publicUrl }: MailDeps, { invitationUuid }: MailValues['invitation']): string =>
  consoleUrl === undefined
    ? `${publicUrl}/api/user-invitations/${invitationUuid}/accept/`
    : `${consoleUrl}/invitation/${invitationUuid}/`;

/**
 * Writes the e-mail of an invitation. The token follows `#` in the link. Browsers do not send this part of a link, so
 * no server logs the token. Returns undefined when the invitation can no longer be accepted.
 */
async function writtenInvitation(deps: MailDeps, { values }: Extract<Mail, { template: 'invitation' }>) {
  const token = await issueInvitationToken(deps, values.invitationUuid);
  return token === undefined ? undefined : invitationMail(values, `${invitationPage(deps, values)}#${token}`);
}

/** Where users list and revoke their tokens: in the console, or in the API if there is no console. */
const tokensPage = ({ consoleUrl, publicUrl }: MailDeps): string =>
  consoleUrl === undefined ? `${publicUrl}/api/api-tokens/` : `${consoleUrl}/people?tab=tokens`;

type Letter = Written & Pick<Message, 'unsubscribeUrl'>;
const hookPage = ({ publicUrl }: MailDeps, hookUuid: Uuid, page: string): string =>
  `${publicUrl}/api/hooks-email/${hookUuid}/${page}/`;

/**
 * Writes the e-mail that asks to confirm the address of a hook. The token follows `#` in the link, because browsers do
 * not send this part of a link. Returns undefined when the address needs no confirmation any more.
 */
async function writtenConfirmation(deps: MailDeps, { to, values }: Extract<Mail, { template: 'hook-confirmation' }>) {
  const token = await issueHookToken(deps, values.hookUuid, to);
  return token === undefined
    ? undefined
    : hookConfirmationMail(`${hookPage(deps, values.hookUuid, 'confirm')}#${token}`);
}

/** Writes the e-mail about an event. Returns undefined when the hook no longer sends to this address. */
async function writtenEvent(deps: MailDeps, { to, values }: Extract<Mail, { template: 'event' }>) {
  const hook = values.hookUuid === undefined ? undefined : await deps.store.hooks.find(values.hookUuid);
  if (hook === undefined || !isListening(hook) || hook.destination !== to) return undefined;
  const unsubscribeUrl = `${hookPage(deps, hook.uuid, 'stop')}?token=${await stopTokenOf(deps, hook)}`;
  return { ...eventMail(values, unsubscribeUrl), unsubscribeUrl };
}

/**
 * Writes the e-mail about an order that waits for approval. Returns undefined when the order no longer waits for the
 * side to which the e-mail is addressed: the buyer or the provider.
 */
async function writtenWaiting({ store, publicUrl }: MailDeps, values: MailValues['order-waiting']) {
  const order = await store.orders.find(values.orderUuid);
  const link = `${publicUrl}/api/marketplace-orders/${values.orderUuid}/`;
  return order?.state === `pending-${values.waitsFor}` ? orderWaitingMail(values, link) : undefined;
}

async function write(deps: MailDeps, mail: Mail): Promise<Letter | undefined> {
  switch (mail.template) {
    case 'invitation':
      return writtenInvitation(deps, mail);
    case 'grant-ended':
      return grantEndedMail(mail.values);
    case 'keycloak-membership':
      return keycloakMembershipMail(mail.values);
    case 'cluster-ready':
      return clusterReadyMail(mail.values);
    case 'order-approvers':
      return undefined;
    case 'order-waiting':
      return writtenWaiting(deps, mail.values);
    case 'order-failed':
      return orderFailedMail(mail.values);
    case 'resource-ending':
      return resourceEndingMail(
        mail.values,
        `${deps.publicUrl}/api/marketplace-resources/${mail.values.resourceUuid}/`,
      );
    case 'orders-waiting':
      return ordersWaitingMail(mail.values, `${deps.publicUrl}/api/marketplace-orders/`);
    case 'new-token':
      return newTokenMail(mail.values, tokensPage(deps));
    case 'hook-disabled':
      return hookDisabledMail(mail.values);
    case 'event':
      return writtenEvent(deps, mail);
    case 'hook-confirmation':
      return writtenConfirmation(deps, mail);
  }
}

/**
 * Renders and sends the e-mail. An e-mail to all approvers of an order becomes one e-mail for each approver. Returns
 * false when nobody needs the e-mail any more.
 */
async function send(deps: MailDeps, mail: PendingMail): Promise<boolean> {
  if (deps.mailer === undefined) return false;
  if (mail.template === 'order-approvers') {
    await mailApprovers(deps, mail.values.orderUuid);
    return true;
  }
  const message = await write(deps, mail);
  if (message === undefined) return false;
  await deps.mailer.send({ id: mail.key, to: mail.to, ...message });
  return true;
}

async function attempt(deps: MailDeps, mail: PendingMail): Promise<Delivery> {
  const { store, log } = deps;
  const about = { key: mail.key, template: mail.template, attempts: mail.attempts };
  try {
    const isSent = await send(deps, mail);
    await store.mails.remove(mail);
    log.info(isSent ? LOG.mailSent : LOG.mailDropped, about);
    return isSent ? 'sent' : 'dropped';
  } catch (error) {
    const lastError = error instanceof Error ? error.message : String(error);
    await store.mails.replace(mail, { ...mail, lastError });
    log.error(LOG.mailNotSent, { ...about, error });
    return isLasting(mail) ? 'lasting' : 'failed';
  }
}

/**
 * Tries once to send an e-mail of the outbox. The attempt is recorded before it is made, so a second call at the same
 * time does nothing. If this call is interrupted, a later call makes the next attempt. If the attempt fails, the
 * e-mail's row has the reason.
 * @returns undefined when there was nothing to do
 */
export async function deliverMail(deps: MailDeps, key: string): Promise<Delivery | undefined> {
  const { store, clock, log } = deps;
  const found = await store.mails.find(key);
  if (found === undefined || !isDue(found, clock.now())) return undefined;
  const taken = nextAttempt(found, clock.now());
  if (isOutOfTime(found, clock.now())) {
    await store.mails.remove(found);
    log.error(LOG.mailDropped, { key, template: found.template, attempts: found.attempts, lastError: found.lastError });
    return 'dropped';
  }
  return (await store.mails.replace(found, taken)) ? attempt(deps, taken) : undefined;
}

/**
 * Tries once to send each e-mail. If an error prevents the attempt for one e-mail, the other e-mails are still tried.
 * @returns the results of the attempts, and the errors that prevented attempts
 */
export async function deliverMails(deps: MailDeps, keys: readonly string[]) {
  const deliveries: Delivery[] = [];
  const errors: unknown[] = [];
  for (const key of keys) {
    try {
      const delivery = await deliverMail(deps, key);
      if (delivery !== undefined) deliveries.push(delivery);
    } catch (error) {
      deps.log.error(LOG.mailNotTried, { key, error });
      errors.push(error);
    }
  }
  return { deliveries, errors };
}
