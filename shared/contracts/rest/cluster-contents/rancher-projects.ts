import { z } from 'zod';
import type { RancherProject } from '#shared/domain/cluster-access/rancher-project';
import type { Link, Listing } from '../_core/listing.ts';
import type { ApiOperations } from '../_core/operation.ts';
import { inClusterFields, viewInCluster } from './cluster-contents.ts';

export const rancherProjectView = z
  .object({
    ...inClusterFields,
    backend_id: z.string().meta({ examples: ['c-m-x7k2p:p-9dq4r'] }),
    namespaces: z
      .array(z.object({ url: z.string(), uuid: z.string(), name: z.string() }))
      .meta({ description: 'The first 200 namespaces, as found by the last pull of the cluster.' }),
  })
  .meta({ id: 'RancherProject' });
type RancherProjectView = z.infer<typeof rancherProjectView>;

export const viewRancherProject = (link: Link, item: RancherProject): RancherProjectView => ({
  ...viewInCluster(link, 'rancher-projects', item),
  namespaces: item.namespaces.map(({ uuid, name }) => ({ url: link('rancher-namespaces', uuid), uuid, name })),
});

export const rancherProjectListing: Listing<RancherProject, RancherProjectView> = {
  filters: {
    within: ['customer', 'project'],
    equals: { name_exact: ({ name }) => name },
    contains: { name: ({ name }) => name },
    uuids: {
      cluster_uuid: ({ clusterUuid }) => clusterUuid,
      settings_uuid: ({ settingsUuid }) => settingsUuid,
      settings: ({ settingsUuid }) => settingsUuid,
    },
  },
  orderings: { name: ({ name }) => name, cluster_name: ({ clusterName }) => clusterName },
  schema: rancherProjectView,
  view: viewRancherProject,
};

export const rancherProjectOperations: ApiOperations = {
  'GET /': {
    summary: 'List Rancher projects of clusters',
    description:
      'Rancher projects are the parts of a cluster that roles can be given in. They are read every hour. `project_uuid` is a project ' +
      'of Paddock, and selects the clusters in that project.',
    rule: 'visible.list',
    listing: rancherProjectListing,
  },
  'GET /{uuid}/': {
    summary: 'Show a Rancher project of a cluster',
    rule: 'rancher_project.see',
    reply: rancherProjectView,
  },
};
