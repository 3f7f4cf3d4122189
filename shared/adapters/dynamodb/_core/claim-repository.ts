import { z } from 'zod';
import { uuid } from '#shared/domain/_core/identifier';
import type { ClaimRepository } from '#shared/ports/store';
import { claimKey } from './keys.ts';
import { type PlannedItem, plannedWrite } from './planned-write.ts';
import { getRow, getRows } from './read-rows.ts';
import type { Table } from './table.ts';

const claimRow = z.object({ holder: uuid });
const keyedRow = claimRow.extend({ pk: z.string() });

export function claiming(key: string, holder: string, taken: () => Error): PlannedItem {
  return {
    key: claimKey(key),
    row: { ...claimKey(key), kind: 'CLAIM', holder },
    condition: {
      expression: 'attribute_not_exists(#pk) OR #holder = :holder',
      names: { '#pk': 'pk', '#holder': 'holder' },
      values: { ':holder': holder },
    },
    refused: taken,
  };
}

/** Releases a claim. The deletion needs no condition, because a claim that is already gone counts as released. */
export function releasing(key: string): PlannedItem {
  return { key: claimKey(key), refused: () => new Error(`the claim ${key} could not be released`) };
}

export function claimRepository(table: Table): ClaimRepository {
  return {
    insert: (key, owner, taken) => plannedWrite([claiming(key, owner, taken)]),
    remove: (key) => plannedWrite([releasing(key)]),
    async holderOf(key) {
      const row = await getRow(table, claimKey(key));
      return row && claimRow.parse(row).holder;
    },
    async holdersOf(keys) {
      // The map removes duplicate keys, because BatchGetItem refuses them.
      const keyAt = new Map(keys.map((key) => [claimKey(key).pk, key]));
      const rows = await getRows(table, [...keyAt.values()].map(claimKey));
      return new Map(
        rows.map((row) => {
          const { pk, holder } = keyedRow.parse(row);
          return [keyAt.get(pk) ?? pk, holder];
        }),
      );
    },
  };
}
