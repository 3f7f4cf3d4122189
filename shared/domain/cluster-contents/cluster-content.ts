import { z } from 'zod';
import { derivedUuid, instant, type Uuid, uuid } from '../_core/identifier.ts';
import { record } from '../_core/record.ts';
import { isSameValue } from '../_core/values/deep-equal.ts';
import type { Cluster } from '../clusters/cluster.ts';
import { inProject } from '../organizations/placement.ts';
import { appRelease } from './apps/app-release.ts';
import { CONTENT_KINDS, CONTENT_TYPES, type ContentType } from './content-type.ts';

/** An object inside a cluster, as Rancher shows it. `namespace` is empty if the object is in no namespace. */
export const foundContent = z.object({
  /** `namespace/name`. Only the name if the object is in no namespace. */
  id: z.string(),
  name: z.string(),
  namespace: z.string(),
  description: z.string(),
  /** Rancher's state: `active`, `in-progress`, `error`, … */
  state: z.string(),
  createdAt: instant,
  /** Rancher's id of the project, such as `c-m-abcde:p-fghij`. Only namespaces have it. */
  projectId: z.string(),
  facts: z.record(z.string(), z.unknown()),
});
export type FoundContent = z.infer<typeof foundContent>;

/**
 * The record of an object inside a cluster, as a pull has found it. All kinds of objects have these fields. What
 * `facts` contains depends on the kind (content-facts.ts).
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
  /** The object's namespace. Undefined for a catalog, and for an object that is itself a namespace. */
  namespaceUuid: uuid.optional(),
  namespaceName: z.string(),
  /** The object's project in Rancher. Undefined if the object is in no project. */
  rancherProjectUuid: uuid.optional(),
  rancherProjectName: z.string(),
  facts: z.record(z.string(), z.unknown()),
  /** Paddock's own record of an application that Paddock has installed or changed. Pulls do not change this field. */
  release: appRelease.optional(),
});
export type ClusterContent = z.infer<typeof clusterContent>;

/**
 * The uuid of an object inside a cluster. It is made from the object's id, so every pull gives the same uuid. Other
 * records can therefore refer to an object that is not recorded yet.
 */
export const contentUuid = (clusterUuid: Uuid, type: string, backendId: string): Uuid =>
  derivedUuid(clusterUuid, `${type}/${backendId}`);

type Place = { namespace?: ClusterContent | undefined; project?: { uuid: Uuid; name: string } | undefined };

/** The record of an object that a pull has found. `created` is the time at which Kubernetes created the object. */
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
 * Whether the record stays when Rancher does not list the object. Rancher does not list an application that it is still
 * installing. After a failed installation, the record stays until somebody deletes it.
 */
const staysUnlisted = ({ release }: ClusterContent): boolean => release !== undefined && release.state !== 'OK';

/**
 * Compares the records of one type with Rancher's list. If Rancher does not list an object, its record is removed at
 * once, because nobody's access depends on this record. Only records for which `staysUnlisted` is true stay. (Records
 * of projects and roles are removed only after a second list.)
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
