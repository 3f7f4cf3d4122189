import { z } from 'zod';
import { TTL_ATTRIBUTE } from '#shared/contracts/table';
import type { WindowCountRepository } from '#shared/ports/store';
import type { Table } from '../table.ts';
import { addToRow } from '../write-rows.ts';
import { windowCountKey } from './limit-keys.ts';

const counted = z.object({ tries: z.int().positive() });

/** One row for each key and window. DynamoDB removes it after the window. */
export const windowCountRepository = (table: Table, kind: 'BAD_CREDENTIALS' | 'MAIL_COUNT'): WindowCountRepository => ({
  async count(key, { start, end }) {
    const row = await addToRow(table, windowCountKey(kind, key, start), 'tries', 1, { [TTL_ATTRIBUTE]: end });
    return counted.parse(row).tries;
  },
});
