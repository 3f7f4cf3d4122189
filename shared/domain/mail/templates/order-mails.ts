import type { MailValues } from '../mail.ts';
import { asTitle, html, type Written, written } from '../mail-parts.ts';

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

export function clusterReadyMail({ cluster, project, clusterUuid, thing }: MailValues['cluster-ready']): Written {
  return written(
    `${asTitle(thing)} ${cluster} is ready`,
    `Hello,

The ${thing} ${cluster} that you ordered is ready.

Project: ${project}
UUID: ${clusterUuid}
`,
    html`<p>Hello,</p>
<p>The ${thing} <strong>${cluster}</strong> that you ordered is ready.</p>
<p>Project: ${project}<br>UUID: <code>${clusterUuid}</code></p>`,
  );
}
