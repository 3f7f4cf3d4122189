import { z } from 'zod';
import { OUTBOX_KIND } from '#shared/contracts/table';
import { type Operation, operation } from '#shared/domain/_core/operation';
import type { OutboxRepository, UnreadableOperation } from '#shared/ports/store';
import { ageKey, type LookupKey, operationOfKey, outboxKey, PENDING_OUTBOX, UNREADABLE_OUTBOX } from '../_core/keys.ts';
import { existsAlready } from '../_core/kind.ts';
import { plannedWrite } from '../_core/planned-write.ts';
import { getRow, pagesOf } from '../_core/read-rows.ts';
import type { Row, Table } from '../_core/table.ts';
import { ABSENT, moveInLookup, removeRow } from '../_core/write-rows.ts';

const pendingLookup = (at: string, uuid: string): LookupKey => ({
  lookupPk: PENDING_OUTBOX,
  lookupSk: ageKey({ created: at, uuid }),
});

const outboxRow = (item: Operation): Row => ({
  ...item,
  ...outboxKey(item.uuid),
  kind: OUTBOX_KIND,
  ...pendingLookup(item.created, item.uuid),
});

/** Parses an operation in a stream image. All fields of an operation are text, so no unmarshaller is needed. */
const image = z
  .record(
    z.string(),
    z.object({ S: z.string() }).transform(({ S }) => S),
  )
  .transform((row): unknown => row)
  .pipe(operation);

/** Parses the operation in the `NewImage` of an outbox row's stream record. Throws ZodError if the image is no operation. */
export const operationOfImage = (newImage: unknown): Operation => image.parse(newImage);

const keyed = z.object({ pk: z.string(), lookupPk: z.string(), lookupSk: z.string() });

/**
 * The operation's uuid and the row's place in the lookup index, for a row that cannot be parsed. Both are read from the
 * row's keys.
 */
function unreadableOf(row: Row): UnreadableOperation {
  const { pk, lookupPk, lookupSk } = keyed.parse(row);
  return { uuid: operationOfKey(pk), isSetAside: lookupPk === UNREADABLE_OUTBOX, since: lookupSk.split('#')[0] ?? '' };
}

/**
 * Reads the first page of a lookup partition. One page is enough, because the next run of the scheduled job finds the
 * remaining rows.
 */
async function firstPage(table: Table, partition: string, limit: number): Promise<Row[]> {
  for await (const page of pagesOf(table, { index: 'lookup', partition, limit })) return page;
  return [];
}

/**
 * The outbox. Rows are in the lookup index until their state machine has started. Rows that cannot be parsed are in a
 * partition of their own.
 */
export function outboxRepository(table: Table): OutboxRepository {
  return {
    insert: (item) =>
      plannedWrite([
        { key: outboxKey(item.uuid), row: outboxRow(item), condition: ABSENT, refused: existsAlready('Operation') },
      ]),
    async find(uuid) {
      const row = await getRow(table, outboxKey(uuid));
      return row && (operation.safeParse(row).data ?? 'unreadable');
    },
    async listPending(limit) {
      const partitions = [PENDING_OUTBOX, UNREADABLE_OUTBOX];
      const pages = await Promise.all(partitions.map((partition) => firstPage(table, partition, limit)));
      const rows = pages.flat().map((row) => ({ row, read: operation.safeParse(row).data }));
      return {
        operations: rows.flatMap(({ read }) => (read === undefined ? [] : [read])),
        unreadable: rows.flatMap(({ row, read }) => (read === undefined ? [unreadableOf(row)] : [])),
      };
    },
    async postpone({ uuid }, until) {
      await moveInLookup(table, outboxKey(uuid), pendingLookup(until.toISOString(), uuid));
    },
    async setAside({ uuid, since }) {
      const lookup = { lookupPk: UNREADABLE_OUTBOX, lookupSk: ageKey({ created: since, uuid }) };
      await moveInLookup(table, outboxKey(uuid), lookup);
    },
    async remove({ uuid }) {
      await removeRow(table, outboxKey(uuid));
    },
  };
}
