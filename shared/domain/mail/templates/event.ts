import { html } from '../html.ts';
import type { MailValues } from '../mail.ts';
import { type Written, written } from '../written.ts';

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
