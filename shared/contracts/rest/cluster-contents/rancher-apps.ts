import { z } from 'zod';
import { NIL_UUID } from '#shared/domain/_core/identifier';
import { lifecycleState } from '#shared/domain/_core/lifecycle-state';
import { answersSchema } from '#shared/domain/cluster-contents/apps/answer-values';
import { templateUuid } from '#shared/domain/cluster-contents/apps/template';
import type { ClusterContent } from '#shared/domain/cluster-contents/cluster-content';
import { appFacts } from '#shared/domain/cluster-contents/content-facts';
import { failureFields, viewFailure } from '../_core/failure.ts';
import type { FilterTable } from '../_core/listing.ts';
import { appOperations } from './app-operations.ts';
import {
  asNamespacedResource,
  type ContentResource,
  contentResource,
  namespacedFilters,
  orNil,
  viewAsNamespacedResource,
} from './cluster-contents.ts';

/**
 * The uuid of the application's chart in a catalog. Undefined when the application was not installed through Rancher.
 */
function templateOf({ clusterUuid, facts }: ClusterContent): string | undefined {
  const { catalog, chart } = appFacts.parse(facts);
  return catalog === '' ? undefined : templateUuid(clusterUuid, catalog, chart);
}

const appFilters: FilterTable<ClusterContent> = {
  ...namespacedFilters,
  uuids: { ...namespacedFilters.uuids, template_uuid: templateOf },
  choices: { state: { values: lifecycleState.options, of: ({ release }) => release?.state ?? 'OK' } },
};

export const appView = z
  .object({
    ...asNamespacedResource,
    state: lifecycleState.meta({
      description: '`OK` for an application that Paddock has neither installed nor changed.',
    }),
    version: z.string().meta({ description: 'Version of the chart.', examples: ['4.12.1'] }),
    template: z.string().meta({ description: 'Empty if the application was not installed from a template.' }),
    template_uuid: orNil,
    template_name: z.string().meta({ description: 'Name of the chart.', examples: ['ingress-nginx'] }),
    catalog_name: z.string().meta({ description: 'Empty if the application was not installed through Rancher.' }),
    answers: answersSchema.meta({
      description:
        'Answers that were given in Paddock. Secret answers are left out. `secret_answers` has their names. Empty for callers who may not see YAML, such as members of the project.',
    }),
    secret_answers: z.array(z.string()).meta({
      description: 'Names of the secret answers that were given. Empty for callers who may not see YAML.',
    }),
    revision: z
      .int()
      .meta({ description: 'Number of the revision. It grows by one with each upgrade and each rollback.' }),
    ...failureFields,
  })
  .meta({ id: 'RancherApplication' });

const base = contentResource({
  kind: 'APP',
  model: 'Application',
  facts: appFacts,
  schema: appView,
  view: (link, item, { chart, version, catalog, revision }) => {
    const { release, description } = item;
    const template = templateOf(item);
    return {
      ...viewAsNamespacedResource(link, 'rancher-apps', item),
      description: release?.description || description,
      state: release?.state ?? 'OK',
      version,
      template: template === undefined ? '' : link('rancher-templates', template),
      template_uuid: template ?? NIL_UUID,
      template_name: chart,
      catalog_name: catalog,
      answers: release?.answers ?? {},
      secret_answers: release?.secretNames ?? [],
      revision,
      ...viewFailure(release?.lastError),
    };
  },
  filters: appFilters,
  plural: 'Helm applications in clusters',
  singular: 'a Helm application in a cluster',
  is: 'Applications that Helm has installed.',
  more: 'In managed clusters, only staff may install, change or delete applications. Others get 400 or 403.',
});

/** The operations of applications differ from those of other contents, because Helm changes applications. */
export const rancherApps: ContentResource = {
  ...base,
  operations: { ...base.operations, ...appOperations(appView) },
};
