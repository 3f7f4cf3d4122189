import { html } from '../html.ts';
import { type Written, written } from '../written.ts';

/**
 * Asks the reader of a mailbox to confirm a hook. It contains nothing that the hook's user chose, not even a name: it
 * is the one e-mail that a user can send to any address.
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
