import { z } from 'zod';
import type { RancherProject } from '#shared/domain/cluster-access/rancher-project';
import type { Link } from '../_core/link.ts';
import type { Listing } from '../_core/listing.ts';
import type { Operations } from '../_core/operation.ts';
import { inClusterFields, viewInCluster } from './in-cluster.ts';

export const rancherProjectView = z
  .object({
    ...inClusterFields,
    backend_id: z.string().meta({ examples: ['c-m-x7k2p:p-9dq4r'] }),
    namespaces: z
      .array(z.object({ url: z.string(), uuid: z.string(), name: z.string() }))
      .meta({ description: 'As the last pull of the cluster has found them; the first 200.' }),
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

export const rancherProjectOperations: Operations = {
  'GET /': {
    summary: 'List the projects of clusters in Rancher',
    description:
      'As an hourly pass has found them: the parts of a cluster that roles can be given in, beside the whole. `project_uuid` narrows to a project ' +
      'of Paddock’s, in which the clusters are.',
    rule: 'visible.list',
    listing: rancherProjectListing,
  },
  'GET /{uuid}/': {
    summary: 'Show a project of a cluster in Rancher',
    rule: 'rancher_project.see',
    reply: rancherProjectView,
  },
};
