import { z } from 'zod';
import { OUTBOX_KIND } from '../../contracts/table.ts';
import { type Operation, operation } from '../../domain/operation.ts';
import type { OutboxRepository } from '../../ports/store.ts';
import { ageKey, outboxKey, PENDING_OUTBOX } from './keys.ts';
import { existsAlready } from './kind.ts';
import { plannedWrite } from './planned-write.ts';
import { pagesOf } from './read-rows.ts';
import type { Row, Table } from './table.ts';
import { ABSENT, removeRow } from './write-rows.ts';

const outboxRow = (item: Operation): Row => ({
  ...item,
  ...outboxKey(item.uuid),
  kind: OUTBOX_KIND,
  lookupPk: PENDING_OUTBOX,
  lookupSk: ageKey(item),
});

/** An operation is all text, so a stream's image of it needs no unmarshaller. */
const image = z
  .record(
    z.string(),
    z.object({ S: z.string() }).transform(({ S }) => S),
  )
  .pipe(operation);

/** The operation in the `NewImage` of an outbox row's stream record; throws ZodError on anything else. */
export const operationOfImage = (newImage: unknown): Operation => image.parse(newImage);

/**
 * A row that cannot be read must not keep the others waiting; the stream has sent it to the dead-letter queue, where somebody
 * is told of it.
 */
const readable = (row: unknown): Operation[] => {
  const { data } = operation.safeParse(row);
  return data === undefined ? [] : [data];
};

/** Rows stand in the lookup index until their machine has been started. */
export function outboxRepository(table: Table): OutboxRepository {
  return {
    insert: (item) =>
      plannedWrite([
        { key: outboxKey(item.uuid), row: outboxRow(item), condition: ABSENT, refused: existsAlready('Operation') },
      ]),
    async listPending(limit) {
      const pages = pagesOf(table, { index: 'lookup', partition: PENDING_OUTBOX, limit });
      // The first page is enough: whatever is left is still there for the caller's next round.
      for await (const page of pages) return page.flatMap(readable);
      return [];
    },
    async remove({ uuid }) {
      await removeRow(table, outboxKey(uuid));
    },
  };
}
