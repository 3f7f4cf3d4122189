import { LRUCache } from 'lru-cache';
import type { Key } from './keys.ts';

/** A stored row, before its schema. */
type Row = Record<string, unknown>;

/** More than a page of a list with its other rows; a few MB of memory. */
const MOST = 1000;

/**
 * The rows that were read last. A row of a version never changes, so a writer of version 8 finds here what version 7
 * was, whoever read it.
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
