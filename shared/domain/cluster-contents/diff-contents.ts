import { isSameValue } from '../_core/same-value.ts';
import type { ClusterContent } from './cluster-content.ts';

export type ContentsDiff = { insert: ClusterContent[]; replace: ClusterContent[]; remove: ClusterContent[] };

const says = ({ version: _version, modified: _modified, ...facts }: ClusterContent) => facts;

/**
 * Compares the records of one type with its list. Objects that are not in the list are removed at once, unlike projects
 * and roles, because nothing refers to these records.
 */
export function diffContents(
  recorded: readonly ClusterContent[],
  found: readonly ClusterContent[],
  now: Date,
): ContentsDiff {
  const known = new Map(recorded.map((item) => [item.uuid, item]));
  const there = new Map(found.map((item) => [item.uuid, item]));
  const diff: ContentsDiff = { insert: [], replace: [], remove: recorded.filter(({ uuid }) => !there.has(uuid)) };
  const modified = now.toISOString();
  for (const item of there.values()) {
    const before = known.get(item.uuid);
    if (before === undefined) diff.insert.push({ ...item, modified });
    else if (!isSameValue(says(before), says(item))) {
      diff.replace.push({ ...item, version: before.version + 1, modified });
    }
  }
  return diff;
}
