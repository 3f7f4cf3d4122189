import { z } from 'zod';
import { TTL_ATTRIBUTE } from '../../contracts/table.ts';
import type { WindowCountRepository } from '../../ports/store.ts';
import { windowCountKey } from './limit-keys.ts';
import type { Table } from './table.ts';
import { addToRow } from './write-rows.ts';

const counted = z.object({ tries: z.int().positive() });

/** A row for each key and window; DynamoDB removes it when the window is over. */
export const windowCountRepository = (table: Table, kind: 'BAD_CREDENTIALS' | 'MAIL_COUNT'): WindowCountRepository => ({
  async count(key, { start, end }) {
    const row = await addToRow(table, windowCountKey(kind, key, start), 'tries', 1, { [TTL_ATTRIBUTE]: end });
    return counted.parse(row).tries;
  },
});
