import { z } from 'zod';
import type { CounterRepository } from '#shared/ports/store';
import { sequenceKey } from '../keys.ts';
import type { Table } from '../table.ts';
import { addToRow } from '../write-rows.ts';

const counted = z.object({ last: z.int().positive() });

/** One row for each name. One update increments and reads it. */
export function counterRepository(table: Table): CounterRepository {
  return {
    async next(name) {
      return counted.parse(await addToRow(table, sequenceKey(name), 'last', 1)).last;
    },
  };
}
