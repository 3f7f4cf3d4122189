import { html } from '../html.ts';
import type { MailValues } from '../mail.ts';
import { type Written, written } from '../written.ts';

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
