import { html } from '../html.ts';
import type { MailValues } from '../mail.ts';
import { asTitle, type Written, written } from '../written.ts';

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
