import { html } from '../html.ts';
import type { MailValues } from '../mail.ts';
import { type Written, written } from '../written.ts';

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
