import { z } from 'zod';
import type { RancherProject } from '../../domain/access/rancher-project.ts';
import type { Link } from './link.ts';
import type { Listing } from './listing.ts';
import type { Operations } from './operation.ts';

export const rancherProjectView = z
  .object({
    url: z.string(),
    uuid: z.string(),
    name: z.string(),
    description: z.string(),
    created: z.string(),
    modified: z.string(),
    runtime_state: z.string().meta({ description: 'Rancher’s word.', examples: ['active'] }),
    backend_id: z.string().meta({ examples: ['c-m-x7k2p:p-9dq4r'] }),
    cluster: z.string(),
    cluster_uuid: z.string(),
    cluster_name: z.string(),
  })
  .meta({ id: 'RancherProject' });
type RancherProjectView = z.infer<typeof rancherProjectView>;

export const viewRancherProject = (link: Link, item: RancherProject): RancherProjectView => ({
  url: link('rancher-projects', item.uuid),
  uuid: item.uuid,
  name: item.name,
  description: item.description,
  created: item.created,
  modified: item.modified,
  runtime_state: item.runtimeState,
  backend_id: item.backendId,
  cluster: link('rancher-clusters', item.clusterUuid),
  cluster_uuid: item.clusterUuid,
  cluster_name: item.clusterName,
});

export const rancherProjectListing: Listing<RancherProject, RancherProjectView> = {
  filters: {
    within: ['customer', 'project'],
    equals: { name_exact: ({ name }) => name },
    contains: { name: ({ name }) => name },
    uuids: {
      cluster_uuid: ({ clusterUuid }) => clusterUuid,
      settings_uuid: ({ settingsUuid }) => settingsUuid,
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
