import { z } from 'zod';
import type { RancherProject } from '#shared/domain/cluster-access/rancher-project';
import { exampleUuid } from '../_core/example-uuid.ts';
import { reference, text } from '../_core/fields.ts';
import type { Link, Listing } from '../_core/listing.ts';
import type { ApiOperation, ApiOperations, RestResource } from '../_core/operation.ts';
import { parseBody } from '../_core/parse-body.ts';
import { inClusterFields, viewInCluster } from './cluster-contents.ts';
import { description } from './content-bodies.ts';
import { projectSecretOperations } from './project-secrets.ts';

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

/** The name of a project in Rancher. Any text is allowed. */
const name = () => text(253).meta({ description: 'Unique in the cluster.', examples: ['shop-2'] });
const createBody = z.object({ name: name(), cluster: reference('rancher-clusters'), description: description() });
const changeBody = z.object({ name: name().optional(), description: description() });

export function parseNewRancherProject(body: unknown) {
  const { name, cluster: clusterUuid, description } = parseBody(createBody, body);
  return { name, clusterUuid, description: description ?? '' };
}
export function parseRancherProjectChange(body: unknown) {
  const { name, description } = parseBody(changeBody, body);
  return { ...(name !== undefined && { name }), ...(description != null && { description }) };
}

const secret = z.object({
  name: z.string(),
  id: z.string().meta({ description: 'Namespace and name.', examples: ['shop/registry'] }),
});

export const projectSecrets = z.array(secret);

const refuses = [400, 405, 409, 502] as const;
const changing: ApiOperation = {
  summary: 'Change a Rancher project in a cluster',
  description: 'Fields that are left out stay as they are. The projects that Rancher made keep their names.',
  rule: 'content.update',
  body: changeBody,
  bodyExample: { description: 'The shop' },
  reply: rancherProjectView,
  refuses,
};
const writes: ApiOperations = {
  'POST /': {
    summary: 'Create a Rancher project in a cluster',
    rule: 'content.create',
    body: createBody,
    bodyExample: { name: 'shop-2', cluster: exampleUuid('rancher-clusters') },
    status: 201,
    reply: rancherProjectView,
    refuses,
  },
  'PUT /{uuid}/': changing,
  'PATCH /{uuid}/': changing,
  'DELETE /{uuid}/': {
    summary: 'Delete an empty Rancher project in a cluster',
    description:
      '409 if the project has namespaces, because Rancher would delete them with everything in them. Also 409 if users have roles in the project. The projects that Rancher made cannot be deleted.',
    rule: 'content.update',
    status: 204,
    refuses,
  },
  'GET /{uuid}/secrets/': {
    summary: 'List the secrets of a Rancher project',
    description:
      'Names of the secrets in the project’s namespaces, read from the cluster as the caller. Values are not read. If the project has more than 50 namespaces, only the first 50 are read.',
    rule: 'content.see_secret_names',
    reply: projectSecrets,
    replyExample: [{ name: 'registry', id: 'shop/registry' }],
    refuses: [400, 413, 502],
  },
};

const operations: ApiOperations = {
  'GET /': {
    summary: 'List Rancher projects in clusters',
    description:
      'A Rancher project is a part of a cluster in which users can have roles. Rancher projects are read every hour. ' +
      'The filter `project_uuid` takes a project of Paddock, and selects the Rancher projects of its clusters.',
    rule: 'visible.list',
    listing: rancherProjectListing,
  },
  'GET /{uuid}/': {
    summary: 'Show a Rancher project in a cluster',
    rule: 'rancher_project.see',
    reply: rancherProjectView,
  },
  ...writes,
  ...projectSecretOperations,
};

export const rancherProjectsResource: RestResource = {
  group: 'Inside clusters',
  is: 'Projects in Rancher: parts of a cluster, with namespaces and roles of their own.',
  operations,
};
