import { html } from '../html.ts';
import type { MailValues } from '../mail.ts';
import { type Written, written } from '../written.ts';

/** @param link the order in the API */
export function orderWaitingMail(values: MailValues['order-waiting'], link: string): Written {
  const { cluster, project, orderedBy, waitsFor } = values;
  const who = waitsFor === 'provider' ? 'an owner of the provider' : 'an owner';
  return written(
    `The order of cluster ${cluster} waits for your approval`,
    `Hello,

${orderedBy} has ordered the cluster ${cluster}. Nothing is built until ${who} approves the order.

Project: ${project}
Order: ${link}

To approve it: POST ${link}approve_by_${waitsFor}/
To reject it: POST ${link}reject_by_${waitsFor}/
`,
    html`<p>Hello,</p>
<p>${orderedBy} has ordered the cluster <strong>${cluster}</strong>. Nothing is built until ${who} approves the order.</p>
<p>Project: ${project}<br>Order: <code>${link}</code></p>
<p>To approve it: <code>POST ${link}approve_by_${waitsFor}/</code><br>
To reject it: <code>POST ${link}reject_by_${waitsFor}/</code></p>`,
  );
}
