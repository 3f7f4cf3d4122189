import { z } from 'zod';
import { derivedUuid, instant } from '../_core/identifier.ts';
import type { RancherProject } from '../cluster-access/rancher-project.ts';
import type { Cluster } from '../clusters/cluster.ts';
import { ALL_CONTENT_TYPES, type ContentType, isInNamespace, PROJECT_ROLES } from './content-type.ts';

/** What the last pull stored about the contents of a cluster, so that the next pull lists only changed types. */
export const contentsMemory = z.object({
  /** For each of Steve's types: its counts when it was last listed, and the time of that list. */
  listed: z.record(z.string(), z.object({ counts: z.string(), at: instant })).default({}),
  /** Names that are copied into every record: those of the cluster and its projects. */
  names: z.string().default(''),
  /** Projects that the last list missed. They are removed if the next list misses them too. */
  suspects: z.array(z.string()).default([]),
  /** By catalog, the version of its index whose templates are recorded. */
  indexes: z.record(z.string(), z.string()).default({}),
});
export type ContentsMemory = z.infer<typeof contentsMemory>;

/** A fingerprint of Steve's counts of each type: the number of objects by namespace and state. */
export type ContentCounts = ReadonlyMap<string, string>;

/**
 * Counts do not show that an object was changed in place, such as a scaled deployment that is ready again. A type is
 * therefore listed again after this time, even if its counts are the same.
 */
const LISTED_ANEW_AFTER_MS = 60 * 60 * 1000;

/** Whether the type has to be listed. A type without counts does not exist in the cluster, at least not yet. */
function isDue({ listed }: ContentsMemory, counts: ContentCounts, now: Date, type: string): boolean {
  const count = counts.get(type);
  if (count === undefined) return false;
  const last = listed[type];
  if (last === undefined || last.counts !== count) return true;
  return now.getTime() - Date.parse(last.at) >= LISTED_ANEW_AFTER_MS;
}

/** Whether the list of the cluster's projects has to be read. */
export const areProjectsDue = (memory: ContentsMemory, counts: ContentCounts, now: Date): boolean =>
  memory.suspects.length > 0 || isDue(memory, counts, now, PROJECT_ROLES);

/**
 * Types to list, in order. If `names` have changed, all types are listed, because the records of all types contain
 * these names.
 */
export const dueTypes = (memory: ContentsMemory, counts: ContentCounts, names: string, now: Date): ContentType[] =>
  ALL_CONTENT_TYPES.filter((type) => isDue(memory, counts, now, type) || (counts.has(type) && memory.names !== names));

/** Types to list after records of this type have changed, because their records contain fields of the changed ones. */
export const dueBehind = (type: ContentType, counts: ContentCounts): ContentType[] => {
  const behind = type === 'namespace' ? ALL_CONTENT_TYPES.filter(isInNamespace) : WORKLOADS.has(type) ? SERVICES : [];
  return behind.filter((it) => counts.has(it));
};
const SERVICES: readonly ContentType[] = ['service'];
const WORKLOADS: ReadonlySet<string> = new Set(ALL_CONTENT_TYPES.filter((it) => /^(apps\.[ds]|batch\.)/.test(it)));

/** A fingerprint of the names that records copy. */
export const namesIn = (
  { uuid, name, projectName, customerName }: Cluster,
  projects: readonly RancherProject[],
): string =>
  derivedUuid(
    uuid,
    JSON.stringify([name, projectName, customerName, ...projects.map((it) => `${it.backendId} ${it.name}`).sort()]),
  );

/** The memory without these types, so that the next pull lists them even if their counts are the same. */
export const withoutListed = (memory: ContentsMemory, types: readonly string[]): ContentsMemory => ({
  ...memory,
  listed: Object.fromEntries(Object.entries(memory.listed).filter(([type]) => !types.includes(type))),
});

/** The memory after these types have been listed. */
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
