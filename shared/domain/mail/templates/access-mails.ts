import type { MailValues } from '../mail.ts';
import { html, type Written, written } from '../mail-parts.ts';

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

/** For the user who had the role and for managers of the scope. It names the user, so the text is the same for all. */
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

/** Has the contents of Waldur's e-mail (docs/spec/access.md#memberships). */
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
