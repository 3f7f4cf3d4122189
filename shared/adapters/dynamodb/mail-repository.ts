import { z } from 'zod';
import { newPendingMail, type PendingMail, pendingMail } from '../../domain/mail/mail.ts';
import type { MailRepository } from '../../ports/mail.ts';
import { mailKey, PENDING_MAILS } from './keys.ts';
import { changedMeanwhile } from './kind.ts';
import { plannedWrite } from './planned-write.ts';
import { getRow, pagesOf } from './read-rows.ts';
import type { Row, Table } from './table.ts';
import { type Condition, putRow, removeRow } from './write-rows.ts';

const mailRow = (item: PendingMail): Row => ({
  ...item,
  ...mailKey(item.key),
  kind: 'MAIL',
  lookupPk: PENDING_MAILS,
  lookupSk: `${item.dueAt}#${item.key}`,
});

/** The attempt that was read: an e-mail written anew under the same key is another one. */
const asRead = ({ dueAt, attempts }: PendingMail): Condition => ({
  expression: '#dueAt = :dueAt AND #attempts = :attempts',
  names: { '#dueAt': 'dueAt', '#attempts': 'attempts' },
  values: { ':dueAt': dueAt, ':attempts': attempts },
});

const keyed = z.object({ key: z.string(), dueAt: z.string() });

/** E-mails stand in the lookup index by when they are due, and leave the table when they have been sent. */
export function mailRepository(table: Table): MailRepository {
  return {
    insert: (item) =>
      plannedWrite([
        {
          key: mailKey(item.key),
          row: mailRow(newPendingMail(item, table.clock.now())),
          refused: changedMeanwhile('The e-mail'),
        },
      ]),
    async find(key) {
      const row = await getRow(table, mailKey(key));
      return row && pendingMail.parse(row);
    },
    async listDue(at, limit) {
      for await (const page of pagesOf(table, { index: 'lookup', partition: PENDING_MAILS, limit })) {
        const rows = page.map((row) => keyed.parse(row));
        return rows.filter(({ dueAt }) => dueAt <= at.toISOString()).map(({ key }) => key);
      }
      return [];
    },
    replace: (before, item) => putRow(table, mailRow(item), asRead(before)),
    async remove(item) {
      await removeRow(table, mailKey(item.key), asRead(item));
    },
  };
}
