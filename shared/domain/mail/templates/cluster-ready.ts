import { html } from '../html.ts';
import type { MailValues } from '../mail.ts';
import { type Written, written } from '../written.ts';

export function clusterReadyMail({ cluster, project, clusterUuid }: MailValues['cluster-ready']): Written {
  return written(
    `Cluster ${cluster} is ready`,
    `Hello,

The cluster ${cluster} that you ordered is ready.

Project: ${project}
UUID: ${clusterUuid}
`,
    html`<p>Hello,</p>
<p>The cluster <strong>${cluster}</strong> that you ordered is ready.</p>
<p>Project: ${project}<br>UUID: <code>${clusterUuid}</code></p>`,
  );
}
