import { waitingFrom } from '../../domain/attempt.ts';
import { pendingMail } from '../../domain/mail/mail.ts';
import type { MailRepository } from '../../ports/mail.ts';
import { mailKey } from './keys.ts';
import { plannedWrite } from './planned-write.ts';
import type { Table } from './table.ts';
import { waitingRows } from './waiting-rows.ts';

export function mailRepository(table: Table): MailRepository {
  const options = { kind: 'MAIL', title: 'The e-mail', keyOf: mailKey, schema: pendingMail };
  const { insertion, ...rows } = waitingRows(table, options);
  return { ...rows, insert: (item) => plannedWrite([insertion({ ...item, ...waitingFrom(table.clock.now()) })]) };
}
