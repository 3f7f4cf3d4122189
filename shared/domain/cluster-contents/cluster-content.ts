import { z } from 'zod';
import { isSameValue } from '../_core/deep-equal.ts';
import { derivedUuid, instant, type Uuid, uuid } from '../_core/identifier.ts';
import { record } from '../_core/record.ts';
import type { Cluster } from '../clusters/cluster.ts';
import { inProject } from '../organizations/placement.ts';
import { appRelease } from './apps/app-release.ts';
import { CONTENT_KINDS, CONTENT_TYPES, type ContentType } from './content-type.ts';

/** An object inside a cluster, as Rancher shows it. `namespace` is empty for an object without a namespace. */
export const foundContent = z.object({
  /** `namespace/name`, or only the name of an object without a namespace. */
  id: z.string(),
  name: z.string(),
  namespace: z.string(),
  description: z.string(),
  /** Rancher's state: `active`, `in-progress`, `error`, … */
  state: z.string(),
  createdAt: instant,
  /** Rancher's id of the project, `c-m-abcde:p-fghij`. Only a namespace has it. */
  projectId: z.string(),
  facts: z.record(z.string(), z.unknown()),
});
export type FoundContent = z.infer<typeof foundContent>;

/**
 * The record of an object inside a cluster, as found by a pull. All kinds have the same fields, except for `facts`
 * (content-facts.ts).
 */
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
  /** The object's namespace. Absent for a catalog and for a namespace itself. */
  namespaceUuid: uuid.optional(),
  namespaceName: z.string(),
  /** The Rancher project of the object; absent if the object belongs to no project. */
  rancherProjectUuid: uuid.optional(),
  rancherProjectName: z.string(),
  facts: z.record(z.string(), z.unknown()),
  /** Paddock's own record of an application that it has installed or changed. A pull does not change it. */
  release: appRelease.optional(),
});
export type ClusterContent = z.infer<typeof clusterContent>;

/**
 * The uuid of an object inside a cluster. It is the same on every pull, so other records can refer to the object before
 * it is recorded.
 */
export const contentUuid = (clusterUuid: Uuid, type: string, backendId: string): Uuid =>
  derivedUuid(clusterUuid, `${type}/${backendId}`);

type Place = { namespace?: ClusterContent | undefined; project?: { uuid: Uuid; name: string } | undefined };

/** The record of a found object. Its `created` is the creation time in Kubernetes. */
export function newContent(
  cluster: Cluster,
  type: ContentType,
  found: FoundContent,
  { namespace, project }: Place,
): ClusterContent {
  const { settingsUuid, uuid: clusterUuid, name: clusterName } = cluster;
  return {
    uuid: contentUuid(clusterUuid, type, found.id),
    version: 0,
    created: found.createdAt,
    modified: found.createdAt,
    ...inProject.parse(cluster),
    settingsUuid,
    clusterUuid,
    clusterName,
    kind: CONTENT_TYPES[type],
    type,
    backendId: found.id,
    name: found.name,
    description: found.description,
    runtimeState: found.state,
    ...(namespace && { namespaceUuid: namespace.uuid }),
    namespaceName: found.namespace,
    ...(project && { rancherProjectUuid: project.uuid }),
    rancherProjectName: project?.name ?? '',
    facts: found.facts,
  };
}

export type ContentsDiff = { insert: ClusterContent[]; replace: ClusterContent[]; remove: ClusterContent[] };

const says = ({ version: _version, modified: _modified, ...facts }: ClusterContent) => facts;

/**
 * Whether the record stays even if Rancher's list lacks the object. An application is not listed while it is being
 * installed. If its installation failed, its record stays until somebody deletes it.
 */
const staysUnlisted = ({ release }: ClusterContent): boolean => release !== undefined && release.state !== 'OK';

/**
 * Compares the records of one type with Rancher's list. If the list lacks an object, the object's record is removed at
 * once, because nothing refers to it. Records of projects and roles are removed only after a second list.
 */
export function diffContents(
  recorded: readonly ClusterContent[],
  found: readonly ClusterContent[],
  now: Date,
): ContentsDiff {
  const known = new Map(recorded.map((item) => [item.uuid, item]));
  const there = new Map(found.map((item) => [item.uuid, item]));
  const diff: ContentsDiff = {
    insert: [],
    replace: [],
    remove: recorded.filter((item) => !there.has(item.uuid) && !staysUnlisted(item)),
  };
  const modified = now.toISOString();
  for (const item of there.values()) {
    const before = known.get(item.uuid);
    if (before === undefined) diff.insert.push({ ...item, modified });
    else {
      const next = { ...item, ...(before.release && { release: before.release }) };
      if (!isSameValue(says(before), says(next))) diff.replace.push({ ...next, version: before.version + 1, modified });
    }
  }
  return diff;
}
