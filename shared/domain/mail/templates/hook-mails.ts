import type { MailValues } from '../mail.ts';
import { html, type Written, written } from '../mail-parts.ts';

/** An event for an e-mail hook. Anybody with `stopLink` can use it. */
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
