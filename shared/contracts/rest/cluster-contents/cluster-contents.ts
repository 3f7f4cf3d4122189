import { z } from 'zod';
import { NIL_UUID, type Uuid } from '#shared/domain/_core/identifier';
import type { ClusterContent } from '#shared/domain/cluster-contents/cluster-content';
import type { ContentKind } from '#shared/domain/cluster-contents/content-type';
import type { Collection } from '../_core/collections.ts';
import { alwaysOk, inProjectFilters } from '../_core/common-filters.ts';
import { exampleUuid } from '../_core/example-uuid.ts';
import type { FilterTable, Link, Listing, Orderings } from '../_core/listing.ts';
import type { ApiOperation, ApiOperations, RestResource } from '../_core/operation.ts';
import { projectFields, viewProjectOf } from '../_core/placement.ts';
import { yamlOperations } from './content-yaml.ts';

const URL_OF_PROJECT = `https://paddock.example/api/rancher-projects/${exampleUuid('rancher-projects')}/`;
const rancherProjectUrl = z
  .string()
  .nullable()
  .meta({ format: 'uri', examples: [URL_OF_PROJECT] });

/**
 * A uuid, or the nil UUID for a missing object. Waldur's client accepts only a uuid in this field. The URL of a missing
 * object is null (docs/decisions/0052-waldurs-own-client-reads-every-answer.md).
 */
export const orNil = z.string().meta({
  pattern: '^[0-9a-f]{32}$',
  description: 'All zeros (the nil UUID) if there is no such object.',
  examples: [exampleUuid('rancher-projects')],
});

const rancherProjectOf = (link: Link, { rancherProjectUuid: uuid }: ClusterContent) =>
  uuid === undefined ? null : link('rancher-projects', uuid);

/** Fields of everything inside a cluster: Rancher's projects, namespaces and objects in namespaces. */
export const inClusterFields = {
  url: z.string(),
  uuid: z.string(),
  name: z.string(),
  description: z.string(),
  created: z.string(),
  modified: z.string(),
  runtime_state: z.string().meta({ description: 'State of the object in Rancher.', examples: ['active'] }),
  backend_id: z.string().meta({
    description:
      'Namespace and name of the object in the cluster. Only the name if the object is in no namespace. Catalog and name for a chart.',
    examples: ['shop/cart'],
  }),
  cluster: z.string(),
  cluster_uuid: z.string(),
  cluster_name: z.string(),
};

type InCluster = Record<'name' | 'description' | 'created' | 'modified' | 'runtimeState' | 'backendId', string> &
  Record<'uuid' | 'clusterUuid', Uuid> & { clusterName: string };

export const viewInCluster = (link: Link, collection: Collection, item: InCluster) => ({
  url: link(collection, item.uuid),
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

/**
 * Waldur calls some kinds of cluster contents "properties", and other kinds "resources". These are the fields of
 * "properties". `project` is Rancher's project.
 */
export const inRancherProject = {
  ...inClusterFields,
  project: rancherProjectUrl,
  project_uuid: orNil,
  project_name: z.string(),
};
export const viewInRancherProject = (link: Link, collection: Collection, item: ClusterContent) => ({
  ...viewInCluster(link, collection, item),
  project: rancherProjectOf(link, item),
  project_uuid: item.rancherProjectUuid ?? NIL_UUID,
  project_name: item.rancherProjectName,
});

/**
 * Waldur calls some kinds of cluster contents resources, and other kinds properties. These are the fields of resources.
 * `project` is Paddock's project. Rancher's project is in `rancher_project`.
 */
export const asResource = {
  ...inClusterFields,
  ...projectFields,
  rancher_project: rancherProjectUrl,
  rancher_project_uuid: orNil,
  rancher_project_name: z.string(),
};
export const viewAsResource = (link: Link, collection: Collection, item: ClusterContent) => ({
  ...viewInCluster(link, collection, item),
  ...viewProjectOf(link, item),
  rancher_project: rancherProjectOf(link, item),
  rancher_project_uuid: item.rancherProjectUuid ?? NIL_UUID,
  rancher_project_name: item.rancherProjectName,
});

const inNamespace = {
  namespace: z.string().nullable(),
  namespace_uuid: orNil,
  namespace_name: z.string().meta({ examples: ['shop'] }),
};
const viewNamespaceOf = (link: Link, { namespaceUuid, namespaceName }: ClusterContent) => ({
  namespace: namespaceUuid === undefined ? null : link('rancher-namespaces', namespaceUuid),
  namespace_uuid: namespaceUuid ?? NIL_UUID,
  namespace_name: namespaceName,
});

export const asNamespacedProperty = { ...inRancherProject, ...inNamespace };
export const viewAsNamespacedProperty = (link: Link, collection: Collection, item: ClusterContent) => ({
  ...viewInRancherProject(link, collection, item),
  ...viewNamespaceOf(link, item),
});
export const asNamespacedResource = { ...asResource, ...inNamespace };
export const viewAsNamespacedResource = (link: Link, collection: Collection, item: ClusterContent) => ({
  ...viewAsResource(link, collection, item),
  ...viewNamespaceOf(link, item),
});

export type ContentListing = Listing<ClusterContent, { uuid: string }> & { kind: ContentKind; model: string };

/**
 * Filters of cluster contents. The filters by customer and by cluster select the database partition to read. For a
 * filter by namespace or project, the route first finds the cluster.
 */
export const contentFilters: FilterTable<ClusterContent> = {
  within: ['customer', 'cluster'],
  equals: { name_exact: ({ name }) => name, backend_id: ({ backendId }) => backendId },
  contains: { name: ({ name }) => name, description: ({ description }) => description, ...inProjectFilters.contains },
  choices: { state: alwaysOk },
  flags: inProjectFilters.flags,
  nothing: [...inProjectFilters.nothing, 'external_ip'],
  uuids: {
    settings_uuid: ({ settingsUuid }) => settingsUuid,
    settings: ({ settingsUuid }) => settingsUuid,
    service_settings_uuid: ({ settingsUuid }) => settingsUuid,
    project: ({ rancherProjectUuid = '', projectUuid }) => [rancherProjectUuid, projectUuid],
    project_uuid: ({ rancherProjectUuid = '', projectUuid }) => [rancherProjectUuid, projectUuid],
  },
};
export const namespacedFilters: FilterTable<ClusterContent> = {
  ...contentFilters,
  uuids: {
    ...contentFilters.uuids,
    namespace_uuid: ({ namespaceUuid }) => namespaceUuid,
    rancher_project_uuid: ({ rancherProjectUuid }) => rancherProjectUuid,
  },
};
const contentOrderings: Orderings<ClusterContent> = {
  name: ({ name }) => name,
  cluster_name: ({ clusterName }) => clusterName,
  project_name: ({ rancherProjectName }) => rancherProjectName,
  namespace_name: ({ namespaceName }) => namespaceName,
};

const SEEN =
  'Shows the objects that the last pull of the cluster found, with later changes through this API. ' +
  'The list has at most 2,000 objects of each Kubernetes type in a cluster. Contents of the Rancher project ' +
  'named “System” are left out. The filter `project_uuid` takes a project of Rancher or of Paddock.';

/**
 * A collection of objects inside clusters. The routes and the OpenAPI document of the collection are derived from this
 * description.
 */
export type ContentResource = RestResource & { listing: ContentListing; writes: ContentWrites };

export type ContentWrites = {
  /** As in Waldur, the status of a deletion is 202 for some kinds, although the API waits for Kubernetes' answer. */
  delete?: 202 | 204;
  /** Present if the object's YAML can be read and replaced. */
  yaml?: true;
  /** Operations that only this kind has. */
  own?: ApiOperations;
};

/**
 * A kind of objects inside a cluster. `Facts` are the fields that only this kind has
 * (`shared/domain/cluster-contents/content-facts.ts`).
 */
type Declared<View extends { uuid: string }, Facts> = {
  kind: ContentKind;
  /** The name of the kind in errors such as "not found". */
  model: string;
  facts: z.ZodType<Facts>;
  schema: z.ZodType<View>;
  view(link: Link, item: ClusterContent, facts: Facts): View;
  filters: FilterTable<ClusterContent>;
  plural: string;
  singular: string;
  /** Describes the objects of this kind in the OpenAPI document. */
  is: string;
  /** Text for this kind only. It is added to the OpenAPI description that all kinds share. */
  more?: string;
  writes?: ContentWrites;
};

const DELETION =
  'Requests the deletion from Kubernetes before the call answers. Kubernetes may finish the deletion later. Until then, the object stays in the list. If Kubernetes refuses the deletion, the answer is 400 with Kubernetes’ message in `details`.';

const writeOperations = (singular: string, writes: ContentWrites): ApiOperations => ({
  ...(writes.delete !== undefined && {
    'DELETE /{uuid}/': {
      summary: `Delete ${singular}`,
      description: DELETION,
      rule: 'content.update',
      status: writes.delete,
      refuses: [400, 405, 409, 502],
    } satisfies ApiOperation,
  }),
  ...(writes.yaml && yamlOperations(singular)),
  ...writes.own,
});

export function contentResource<View extends { uuid: string }, Facts>({
  kind,
  model,
  facts,
  schema,
  view,
  filters,
  plural,
  singular,
  is,
  more,
  writes = {},
}: Declared<View, Facts>): ContentResource {
  const listing: ContentListing = {
    kind,
    model,
    filters,
    orderings: contentOrderings,
    schema,
    view: (link, item) => view(link, item, facts.parse(item.facts)),
  };
  const list: ApiOperation = {
    summary: `List ${plural}`,
    description: more === undefined ? SEEN : `${SEEN} ${more}`,
    rule: 'visible.list',
    listing,
  };
  const show: ApiOperation = { summary: `Show ${singular}`, rule: 'content.see', reply: schema };
  const operations = { 'GET /': list, 'GET /{uuid}/': show, ...writeOperations(singular, writes) };
  return { group: 'Inside clusters', is, operations, listing, writes };
}
