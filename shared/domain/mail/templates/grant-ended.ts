import { html } from '../html.ts';
import type { MailValues } from '../mail.ts';
import { type Written, written } from '../written.ts';

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
