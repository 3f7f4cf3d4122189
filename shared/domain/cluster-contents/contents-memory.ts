import { z } from 'zod';
import { derivedUuid, instant } from '../_core/identifier.ts';
import type { RancherProject } from '../cluster-access/rancher-project.ts';
import type { Cluster } from '../clusters/cluster.ts';
import { ALL_CONTENT_TYPES, type ContentType, isInNamespace, PROJECT_ROLES } from './content-type.ts';

/** What pulls remember of one cluster's inside, so that the next one lists only what has changed. */
export const contentsMemory = z.object({
  /** By Steve's type: what its counts said when it was listed, and when that was. */
  listed: z.record(z.string(), z.object({ counts: z.string(), at: instant })).default({}),
  /** Names that are copied into every record: of the cluster and of its projects. */
  names: z.string().default(''),
  /** Projects that were missing in the last list, and have to be missing once more before they go. */
  suspects: z.array(z.string()).default([]),
});
export type ContentsMemory = z.infer<typeof contentsMemory>;

/** A fingerprint of Steve's counts of each type: how many there are in which namespaces, and in which states. */
export type ContentCounts = ReadonlyMap<string, string>;

/**
 * Counts do not tell that an object was changed in place, as a deployment that was scaled and has come to rest: what was listed longer
 * ago than this is listed anew, whatever the counts say.
 */
const LISTED_ANEW_AFTER_MS = 60 * 60 * 1000;

/** A type that the cluster does not count is one that it does not have, or not yet. */
function isDue({ listed }: ContentsMemory, counts: ContentCounts, now: Date, type: string): boolean {
  const count = counts.get(type);
  if (count === undefined) return false;
  const last = listed[type];
  if (last === undefined || last.counts !== count) return true;
  return now.getTime() - Date.parse(last.at) >= LISTED_ANEW_AFTER_MS;
}

/** Whether the list of the cluster's projects is to be read. */
export const areProjectsDue = (memory: ContentsMemory, counts: ContentCounts, now: Date): boolean =>
  memory.suspects.length > 0 || isDue(memory, counts, now, PROJECT_ROLES);

/** Types to be listed, in their order. `names` that have changed are in the records of all of them. */
export const dueTypes = (memory: ContentsMemory, counts: ContentCounts, names: string, now: Date): ContentType[] =>
  ALL_CONTENT_TYPES.filter((type) => isDue(memory, counts, now, type) || (counts.has(type) && memory.names !== names));

/** What has to be listed besides, now that records of this type have changed: others copy from them. */
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

/** The memory of types that are to be listed whatever their counts say. */
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
