import { html } from '../html.ts';
import type { MailValues } from '../mail.ts';
import { type Written, written } from '../written.ts';

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
