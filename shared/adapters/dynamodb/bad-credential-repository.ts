import { z } from 'zod';
import { TTL_ATTRIBUTE } from '../../contracts/table.ts';
import type { BadCredentialRepository } from '../../ports/store.ts';
import { badCredentialKey } from './keys.ts';
import type { Table } from './table.ts';
import { addToRow } from './write-rows.ts';

const counted = z.object({ tries: z.int().positive() });

/** A row for each who and window; DynamoDB removes it when the window is over. */
export const badCredentialRepository = (table: Table): BadCredentialRepository => ({
  async count(key, { start, end }) {
    const row = await addToRow(table, badCredentialKey(key, start), 'tries', 1, { [TTL_ATTRIBUTE]: end });
    return counted.parse(row).tries;
  },
});
