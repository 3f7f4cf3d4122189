import { z } from 'zod';
import { derivedUuid, instant, type Uuid, uuid } from '../_core/identifier.ts';
import { record } from '../_core/record.ts';
import type { Cluster } from '../clusters/cluster.ts';
import { inProject } from '../organizations/placement.ts';
import { CONTENT_KINDS, CONTENT_TYPES, type ContentType } from './content-type.ts';

/** An object inside a cluster as Rancher shows it. `namespace` is empty of what lies in none. */
export const foundContent = z.object({
  /** `namespace/name`, or the name of what lies in no namespace. */
  id: z.string(),
  name: z.string(),
  namespace: z.string(),
  description: z.string(),
  /** Rancher's word: `active`, `in-progress`, `error`, … */
  state: z.string(),
  createdAt: instant,
  /** Of a namespace, Rancher's id of its project: `c-m-abcde:p-fghij`. */
  projectId: z.string(),
  facts: z.record(z.string(), z.unknown()),
});
export type FoundContent = z.infer<typeof foundContent>;

/** What a pull has seen inside a cluster; one shape for all kinds, of which `facts` (content-facts.ts) are each one's own. */
export const clusterContent = record.extend({
  ...inProject.shape,
  settingsUuid: uuid,
  clusterUuid: uuid,
  clusterName: z.string(),
  kind: z.enum(CONTENT_KINDS),
  type: z.string(),
  backendId: z.string(),
  name: z.string(),
  description: z.string(),
  runtimeState: z.string(),
  /** Absent of catalogs and namespaces. */
  namespaceUuid: uuid.optional(),
  namespaceName: z.string(),
  /** Of Rancher; absent of what is in no project. */
  rancherProjectUuid: uuid.optional(),
  rancherProjectName: z.string(),
  facts: z.record(z.string(), z.unknown()),
});
export type ClusterContent = z.infer<typeof clusterContent>;

/** The same for the same object on every pull: what refers to it finds it before it is recorded. */
export const contentUuid = (clusterUuid: Uuid, type: string, backendId: string): Uuid =>
  derivedUuid(clusterUuid, `${type}/${backendId}`);

type Place = { namespace?: ClusterContent | undefined; project?: { uuid: Uuid; name: string } | undefined };

/** Created when the object was, in Kubernetes. */
export function newContent(
  cluster: Cluster,
  type: ContentType,
  found: FoundContent,
  { namespace, project }: Place,
): ClusterContent {
  const { settingsUuid, uuid: clusterUuid, name: clusterName } = cluster;
  return {
    ...{
      uuid: contentUuid(clusterUuid, type, found.id),
      version: 0,
      created: found.createdAt,
      modified: found.createdAt,
    },
    ...inProject.parse(cluster),
    ...{ settingsUuid, clusterUuid, clusterName, kind: CONTENT_TYPES[type], type, backendId: found.id },
    ...{ name: found.name, description: found.description, runtimeState: found.state },
    ...(namespace && { namespaceUuid: namespace.uuid }),
    namespaceName: found.namespace,
    ...(project && { rancherProjectUuid: project.uuid }),
    rancherProjectName: project?.name ?? '',
    facts: found.facts,
  };
}
