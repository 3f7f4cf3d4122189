import { z } from 'zod';
import { derivedUuid, instant } from '../_core/identifier.ts';
import type { RancherProject } from '../cluster-access/rancher-project.ts';
import type { Cluster } from '../clusters/cluster.ts';
import { ALL_CONTENT_TYPES, type ContentType, isInNamespace, PROJECT_ROLES } from './content-type.ts';

/** What the last pull stored about the contents of a cluster, so that the next pull lists only changed types. */
export const contentsMemory = z.object({
  /** For each type of object in Rancher's API Steve: when it was last listed, and its counts at that time. */
  listed: z.record(z.string(), z.object({ counts: z.string(), at: instant })).default({}),
  /**
   * A fingerprint of all names that records of the cluster's contents copy, such as the names of the cluster and of its
   * projects. When the fingerprint changes, objects of all types are listed again.
   */
  names: z.string().default(''),
  /**
   * Ids of projects that were missing when Rancher's projects were last listed. If a project is missing from the next
   * list too, its record is removed.
   */
  suspects: z.array(z.string()).default([]),
  /** For each catalog, the version of its index at the time when the catalog's templates were last recorded. */
  indexes: z.record(z.string(), z.string()).default({}),
});
export type ContentsMemory = z.infer<typeof contentsMemory>;

/** For each type, a fingerprint of Steve's counts: the number of objects by namespace and state. */
export type ContentCounts = ReadonlyMap<string, string>;

/**
 * After this time, a type is listed again although its counts are unchanged. Counts do not show changes inside an
 * object, for example when a scaled deployment becomes ready again.
 */
const RELIST_AFTER_MS = 60 * 60 * 1000;

/** Whether the type has to be listed. A type without counts is not listed, because the cluster has no such type yet. */
function isDue({ listed }: ContentsMemory, counts: ContentCounts, now: Date, type: string): boolean {
  const count = counts.get(type);
  if (count === undefined) return false;
  const last = listed[type];
  if (last === undefined || last.counts !== count) return true;
  return now.getTime() - Date.parse(last.at) >= RELIST_AFTER_MS;
}

export const areProjectsDue = (memory: ContentsMemory, counts: ContentCounts, now: Date): boolean =>
  memory.suspects.length > 0 || isDue(memory, counts, now, PROJECT_ROLES);

/** Types to list, in order. If `names` have changed, all types are listed, because all records contain these names. */
export const dueTypes = (memory: ContentsMemory, counts: ContentCounts, names: string, now: Date): ContentType[] =>
  ALL_CONTENT_TYPES.filter((type) => isDue(memory, counts, now, type) || (counts.has(type) && memory.names !== names));

/**
 * Types whose records copy fields from records of `type`. When records of `type` have changed, these types are listed
 * again.
 */
export const dueBehind = (type: ContentType, counts: ContentCounts): ContentType[] => {
  const behind = type === 'namespace' ? ALL_CONTENT_TYPES.filter(isInNamespace) : WORKLOADS.has(type) ? SERVICES : [];
  return behind.filter((it) => counts.has(it));
};
const SERVICES: readonly ContentType[] = ['service'];
const WORKLOADS: ReadonlySet<string> = new Set(ALL_CONTENT_TYPES.filter((it) => /^(apps\.[ds]|batch\.)/.test(it)));

/** A fingerprint of all names that are copied into the records of a cluster's contents. */
export const namesIn = (
  { uuid, name, projectName, customerName }: Cluster,
  projects: readonly RancherProject[],
): string =>
  derivedUuid(
    uuid,
    JSON.stringify([name, projectName, customerName, ...projects.map((it) => `${it.backendId} ${it.name}`).sort()]),
  );

/**
 * Removes `types` from the memory of the last pull. The next pull then lists these types even if their counts are
 * unchanged.
 */
export const withoutListed = (memory: ContentsMemory, types: readonly string[]): ContentsMemory => ({
  ...memory,
  listed: Object.fromEntries(Object.entries(memory.listed).filter(([type]) => !types.includes(type))),
});

export const withListed = (
  memory: ContentsMemory,
  types: readonly string[],
  counts: ContentCounts,
  now: Date,
): ContentsMemory => ({
  ...memory,
  listed: {
    ...memory.listed,
    ...Object.fromEntries(types.map((type) => [type, { counts: counts.get(type) ?? '', at: now.toISOString() }])),
  },
});
