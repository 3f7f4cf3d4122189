import { html } from '../html.ts';
import type { MailValues } from '../mail.ts';
import { asTitle, type Written, written } from '../written.ts';

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
