import { z } from 'zod';
import { text, texts } from './steve-object.ts';

/** A label of the app, since Rancher's own label is recent; before it, what Rancher's pages wrote into the chart. */
const REPOSITORY = 'catalog.cattle.io/cluster-repo-name';
const CHARTS_REPOSITORY = 'catalog.cattle.io/ui-source-repo';
const app = z.object({
  metadata: z.object({ labels: texts }),
  spec: z.object({
    chart: z
      .object({
        metadata: z.object({ name: text, version: text, annotations: texts }).nullish(),
      })
      .nullish(),
  }),
});

/** Which repository it came from is known of what was installed through Rancher. Its values are not read: they hold passwords. */
export function appFactsOf(object: unknown) {
  const { metadata, spec } = app.parse(object);
  const chart = spec.chart?.metadata;
  return {
    chart: chart?.name ?? '',
    version: chart?.version ?? '',
    catalog: metadata.labels[REPOSITORY] ?? chart?.annotations[CHARTS_REPOSITORY] ?? '',
  };
}

const repository = z.object({
  spec: z.object({ url: text, gitRepo: text, gitBranch: text }),
  status: z.object({ branch: text, commit: text }).nullish(),
});

/** Somebody may have written a password into the address; one that is no address is not shown. */
function withoutCredentials(address: string): string {
  if (!URL.canParse(address)) return '';
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return url.href;
}

export function catalogFactsOf(object: unknown) {
  const { spec, status } = repository.parse(object);
  return {
    url: withoutCredentials(spec.url || spec.gitRepo),
    branch: spec.gitBranch || (status?.branch ?? ''),
    commit: status?.commit ?? '',
  };
}
