import type { MailValues } from './mail.ts';
import { asTitle, html, type Written, written } from './mail-parts.ts';

/** @param link the URL of the order in the API */
export function orderWaitingMail(values: MailValues['order-waiting'], link: string): Written {
  const { cluster, project, orderedBy, waitsFor } = values;
  const who = waitsFor === 'provider' ? 'an owner of the provider' : 'an owner';
  return written(
    `The order of cluster ${cluster} waits for your approval`,
    `Hello,

${orderedBy} has ordered the cluster ${cluster}. Nothing is built until ${who} approves the order.

Project: ${project}
Order: ${link}

To approve it: POST ${link}approve_by_${waitsFor}/
To reject it: POST ${link}reject_by_${waitsFor}/
`,
    html`<p>Hello,</p>
<p>${orderedBy} has ordered the cluster <strong>${cluster}</strong>. Nothing is built until ${who} approves the order.</p>
<p>Project: ${project}<br>Order: <code>${link}</code></p>
<p>To approve it: <code>POST ${link}approve_by_${waitsFor}/</code><br>
To reject it: <code>POST ${link}reject_by_${waitsFor}/</code></p>`,
  );
}

/** @param link the URL of the list of orders in the API */
export function ordersWaitingMail({ orderedBy, mails }: MailValues['orders-waiting'], link: string): Written {
  return written(
    `More orders of ${orderedBy} wait for your approval`,
    `Hello,

${orderedBy} has placed more than ${mails} orders in an hour. To spare you more e-mails, Paddock sends none about
further orders of this user for the rest of the hour. Nothing is built until an owner approves an order.

All orders that wait: ${link}
`,
    html`<p>Hello,</p>
<p>${orderedBy} has placed more than ${String(mails)} orders in an hour. To spare you more e-mails, Paddock sends none about
further orders of this user for the rest of the hour. Nothing is built until an owner approves an order.</p>
<p>All orders that wait: <code>${link}</code></p>`,
  );
}

const NEW_TOKEN = {
  token: 'There is a new API token for your account',
  browser: 'Somebody has signed in to your account with a browser',
  device: 'Somebody has signed in to your account at a terminal',
} as const;

/** @param link the page on which the user revokes tokens */
export function newTokenMail({ kind, name, at, expiresAt }: MailValues['new-token'], link: string): Written {
  const until = expiresAt === '' ? 'until you revoke it' : `until ${expiresAt}`;
  return written(
    `Paddock: ${kind === 'token' ? 'new API token' : 'new sign-in'}, ${name || 'without a name'}`,
    `Hello,

${NEW_TOKEN[kind]}:
${name || 'without a name'}

When: ${at}
It gives access ${until}.

If this was you, there is nothing to do. If not, revoke it at once, and change your password:
${link}
`,
    html`<p>Hello,</p>
<p>${NEW_TOKEN[kind]}:<br><strong>${name || 'without a name'}</strong></p>
<p>When: ${at}<br>It gives access ${until}.</p>
<p>If this was you, there is nothing to do. If not, revoke it at once, and change your password:<br>
<a href="${link}">${link}</a></p>`,
  );
}

const WANTED = { Create: 'made', Update: 'changed', Terminate: 'deleted' } as const;

export function orderFailedMail(values: MailValues['order-failed']): Written {
  const { type, thing, cluster, project, orderUuid, code, reason } = values;
  const wanted = WANTED[type];
  return written(
    `${asTitle(thing)} ${cluster} could not be ${wanted}`,
    `Hello,

Your order has failed: the ${thing} ${cluster} could not be ${wanted}.

Project: ${project}
Order: ${orderUuid}
Reason: ${reason} (${code})

The order can be tried again.
`,
    html`<p>Hello,</p>
<p>Your order has failed: the ${thing} <strong>${cluster}</strong> could not be ${wanted}.</p>
<p>Project: ${project}<br>Order: <code>${orderUuid}</code><br>Reason: ${reason} (${code})</p>
<p>The order can be tried again.</p>`,
  );
}

/** @param link the URL of the resource in the API */
export function resourceEndingMail(values: MailValues['resource-ending'], link: string): Written {
  const { cluster, project, thing, endDate } = values;
  return written(
    `${asTitle(thing)} ${cluster} ends on ${endDate}`,
    `Hello,

The ${thing} ${cluster} has an end date. It is deleted with all its data on ${endDate} (UTC).

Project: ${project}
Resource: ${link}

To keep it: PATCH ${link} with another end_date, or null.
`,
    html`<p>Hello,</p>
<p>The ${thing} <strong>${cluster}</strong> has an end date. It is deleted with all its data on ${endDate} (UTC).</p>
<p>Project: ${project}<br>Resource: <code>${link}</code></p>
<p>To keep it: <code>PATCH ${link}</code> with another <code>end_date</code>, or null.</p>`,
  );
}

export function clusterReadyMail({ cluster, project, clusterUuid, thing }: MailValues['cluster-ready']): Written {
  return written(
    `${asTitle(thing)} ${cluster} is ready`,
    `Hello,

The ${thing} ${cluster} that you ordered is ready.

Project: ${project}
UUID: ${clusterUuid}
`,
    html`<p>Hello,</p>
<p>The ${thing} <strong>${cluster}</strong> that you ordered is ready.</p>
<p>Project: ${project}<br>UUID: <code>${clusterUuid}</code></p>`,
  );
}

/** The e-mail of an e-mail hook about an event. Whoever opens `stopLink` can stop the hook's e-mails. */
export function eventMail({ message, eventType, at, scope }: MailValues['event'], stopLink: string): Written {
  return written(
    `Paddock: ${message}`,
    `${message}

${scope === '' ? '' : `Where: ${scope}\n`}When: ${at}
Type: ${eventType}

A hook of Paddock sends these e-mails to this address. To get no more of them:
${stopLink}
`,
    html`<p>${message}</p>
<p>${scope === '' ? '' : html`Where: ${scope}<br>`}When: ${at}<br>Type: <code>${eventType}</code></p>
<p>A hook of Paddock sends these e-mails to this address. <a href="${stopLink}">Send no more of them</a></p>`,
  );
}

/**
 * Asks the recipient to confirm a hook. Users can send this e-mail to any address, so it contains no text that a user
 * has chosen, not even a name.
 */
export function hookConfirmationMail(link: string): Written {
  return written(
    'Paddock: confirm this address',
    `Hello,

somebody who uses Paddock wants to send e-mails about events to this address.

If you want them, confirm it here:
${link}

The link works once, for 48 hours; a later e-mail makes it void. If you do nothing, no event is sent.
`,
    html`<p>Hello,</p>
<p>somebody who uses Paddock wants to send e-mails about events to this address.</p>
<p>If you want them: <a href="${link}">confirm the address</a></p>
<p>The link works once, for 48 hours; a later e-mail makes it void. If you do nothing, no event is sent.</p>`,
  );
}

export function hookDisabledMail({ destination, reason }: MailValues['hook-disabled']): Written {
  return written(
    `Hook switched off: ${destination}`,
    `Hello,

Your hook has failed again and again, and has been switched off:
${destination}

The last time: ${reason}

Switch it on again once it works: set is_active.
`,
    html`<p>Hello,</p>
<p>Your hook has failed again and again, and has been switched off: <code>${destination}</code></p>
<p>The last time: ${reason}</p>
<p>Switch it on again once it works: set <code>is_active</code>.</p>`,
  );
}

export function invitationMail(values: MailValues['invitation'], link: string): Written {
  const { role, scopeType, scope, invitedBy, extraText, expiresAt } = values;
  return written(
    `Invitation to ${scopeType} ${scope}`,
    `Hello,

${invitedBy} invites you to the ${scopeType} ${scope}.

Role: ${role}
${extraText === '' ? '' : `\n${extraText}\n`}
Accept the invitation here:
${link}

The link works once, until ${expiresAt}. A later e-mail for this invitation makes it void.
`,
    html`<p>Hello,</p>
<p>${invitedBy} invites you to the ${scopeType} <strong>${scope}</strong>.</p>
<p>Role: <strong>${role}</strong></p>
${extraText === '' ? '' : html`<p>${extraText}</p>`}
<p><a href="${link}">Accept the invitation</a></p>
<p>The link works once, until ${expiresAt}. A later e-mail for this invitation makes it void.</p>`,
  );
}

/**
 * The e-mail about the end of a role. The recipients are the user who had the role and the managers of the role's
 * scope. All recipients get the same text, so the text names the user.
 */
export function grantEndedMail({ username, role, scopeType, scope, endedAt }: MailValues['grant-ended']): Written {
  return written(
    `Role of ${username} in ${scopeType} ${scope} has ended`,
    `Hello,

The role of ${username} in the ${scopeType} ${scope} has ended.

Role: ${role}
Ended: ${endedAt}

A manager of the ${scopeType} can give it again.
`,
    html`<p>Hello,</p>
<p>The role of <strong>${username}</strong> in the ${scopeType} <strong>${scope}</strong> has ended.</p>
<p>Role: <strong>${role}</strong><br>Ended: ${endedAt}</p>
<p>A manager of the ${scopeType} can give it again.</p>`,
  );
}

const activation = (minutes: string): string =>
  minutes === ''
    ? 'The role is valid from now on.'
    : `The role becomes active within ${minutes} minutes after you have signed in for the first time.`;

/** The e-mail about a membership has the contents of Waldur's e-mail (docs/spec/access.md#memberships). */
export function keycloakMembershipMail(values: MailValues['keycloak-membership']): Written {
  const { role, scopeType, scope, rancherUrl, activeWithinMinutes } = values;
  const active = activation(activeWithinMinutes);
  return written(
    `Access granted to Rancher ${scopeType}: ${scope}`,
    `Hello,

You have been granted access in Rancher.

${scopeType}: ${scope}
Role: ${role}

Sign in here:
${rancherUrl}

${active}
`,
    html`<p>Hello,</p>
<p>You have been granted access in Rancher.</p>
<p>${scopeType}: <strong>${scope}</strong><br>Role: <strong>${role}</strong></p>
<p>Sign in at <a href="${rancherUrl}">${rancherUrl}</a>.</p>
<p>${active}</p>`,
  );
}
