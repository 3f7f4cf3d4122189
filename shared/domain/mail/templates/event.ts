import { html } from '../html.ts';
import type { MailValues } from '../mail.ts';
import { type Written, written } from '../written.ts';

/** What somebody wanted to be told of by a hook. */
export function eventMail({ message, eventType, at, scope }: MailValues['event']): Written {
  return written(
    `Paddock: ${message}`,
    `${message}

${scope === '' ? '' : `Where: ${scope}\n`}When: ${at}
Type: ${eventType}

A hook of yours asked for this e-mail.
`,
    html`<p>${message}</p>
<p>${scope === '' ? '' : html`Where: ${scope}<br>`}When: ${at}<br>Type: <code>${eventType}</code></p>
<p>A hook of yours asked for this e-mail.</p>`,
  );
}
