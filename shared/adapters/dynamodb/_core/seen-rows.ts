import { LRUCache } from 'lru-cache';
import type { Key } from './keys.ts';

/** A stored row, before its schema. */
type Row = Record<string, unknown>;

/** More than a list page and what belongs to it; a few MB of memory. */
const MOST = 1000;

/**
 * The rows that were read last. A row of a version never changes, so whoever writes version 8 over the version 7 he has read finds
 * here what that was, however long ago it was read and whoever read it.
 */
export type SeenRows = {
  remember(row: Row): void;
  at(key: Key, version: number): Row | undefined;
};

const nameOf = ({ pk, sk }: Row | Key): string => `${pk} ${sk}`;

export function seenRows(): SeenRows {
  const rows = new LRUCache<string, Row>({ max: MOST });
  return {
    remember(row) {
      if (typeof row.version === 'number') rows.set(nameOf(row), row);
    },
    at(key, version) {
      const row = rows.get(nameOf(key));
      return row?.version === version ? row : undefined;
    },
  };
}
