import { waitingFrom } from '#shared/domain/_core/delivery-attempt';
import { pendingMail } from '#shared/domain/mail/mail';
import type { MailRepository } from '#shared/ports/mail';
import { mailKey } from '../_core/keys.ts';
import { plannedWrite } from '../_core/planned-write.ts';
import type { Table } from '../_core/table.ts';
import { waitingRows } from '../_core/waiting-rows.ts';

export function mailRepository(table: Table): MailRepository {
  const options = { kind: 'MAIL', title: 'The e-mail', keyOf: mailKey, schema: pendingMail };
  const { insertion, ...rows } = waitingRows(table, options);
  return { ...rows, insert: (item) => plannedWrite([insertion({ ...item, ...waitingFrom(table.clock.now()) })]) };
}
