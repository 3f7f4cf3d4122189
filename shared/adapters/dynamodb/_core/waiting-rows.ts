import { z } from 'zod';
import type { Waiting } from '#shared/domain/_core/delivery-attempt';
import type { WaitingRepository } from '#shared/ports/repository';
import type { Key } from './keys.ts';
import { changedMeanwhile } from './kind.ts';
import type { PlannedItem } from './planned-write.ts';
import { getRow, pagesOf } from './read-rows.ts';
import type { Row, Table } from './table.ts';
import { type Condition, putRow, removeRow } from './write-rows.ts';

type Item = Waiting & { key: string };
type Options<T extends Item> = {
  /**
   * The value of `kind` in all rows of the repository. It is also the partition key of these rows in the lookup index.
   */
  kind: string;
  title: string;
  keyOf: (key: string) => Key;
  schema: z.ZodType<T>;
};

/**
 * Condition that the row is unchanged since it was read, so that no newer row under the same key is overwritten or
 * removed.
 */
const asRead = ({ dueAt, attempts }: Item): Condition => ({
  expression: '#dueAt = :dueAt AND #attempts = :attempts',
  names: { '#dueAt': 'dueAt', '#attempts': 'attempts' },
  values: { ':dueAt': dueAt, ':attempts': attempts },
});
const keyed = z.object({ key: z.string(), dueAt: z.string() });

/**
 * Rows of deliveries that wait for their next attempt. The lookup index sorts the rows by the time of this attempt. A
 * row is deleted after its delivery.
 */
export function waitingRows<T extends Item>(table: Table, { kind, title, keyOf, schema }: Options<T>) {
  const rowOf = (item: T): Row => ({
    ...item,
    ...keyOf(item.key),
    kind,
    lookupPk: kind,
    lookupSk: `${item.dueAt}#${item.key}`,
  });
  const repository: WaitingRepository<T> = {
    async find(key) {
      const row = await getRow(table, keyOf(key));
      return row && schema.parse(row);
    },
    async listDue(at, limit) {
      const range = { from: '0', to: `${at.toISOString()}#\uffff` };
      const due: string[] = [];
      for await (const page of pagesOf(table, { index: 'lookup', partition: kind, range, limit })) {
        const rows = page.map((row) => keyed.parse(row));
        due.push(...rows.filter(({ dueAt }) => dueAt <= at.toISOString()).map(({ key }) => key));
        if (due.length >= limit) break;
      }
      return due.slice(0, limit);
    },
    replace: (before, item) => putRow(table, rowOf(item), asRead(before)),
    async remove(item) {
      await removeRow(table, keyOf(item.key), asRead(item));
    },
  };
  const insertion = (item: T): PlannedItem => ({
    key: keyOf(item.key),
    row: rowOf(item),
    refused: changedMeanwhile(title),
  });
  return { ...repository, insertion };
}
