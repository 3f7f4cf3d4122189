import { waitingFrom } from '#shared/domain/_core/attempt';
import { hookDelivery } from '#shared/domain/hooks/hook-delivery';
import type { HookDeliveryRepository, HookRepository } from '#shared/ports/hooks';
import { hookDeliveryKey, hooksOfUser } from '../_core/keys.ts';
import { HOOKS } from '../_core/kinds.ts';
import { plannedWrite } from '../_core/planned-write.ts';
import { rowsOf } from '../_core/read-rows.ts';
import { recordRepository } from '../_core/record-repository.ts';
import type { Table } from '../_core/table.ts';
import { waitingRows } from '../_core/waiting-rows.ts';

/** A user's own list is read over an index, newest first. */
export const hookRepository = (table: Table): HookRepository => ({
  ...recordRepository(table, HOOKS),
  async listByUser(userUuid) {
    const rows = await rowsOf(table, { index: 'lookup', partition: hooksOfUser(userUuid), newestFirst: true });
    return rows.map((row) => HOOKS.schema.parse(row));
  },
});

export function hookDeliveryRepository(table: Table): HookDeliveryRepository {
  const options = { kind: 'HOOK_DELIVERY', title: 'The delivery', keyOf: hookDeliveryKey, schema: hookDelivery };
  const { insertion, ...rows } = waitingRows(table, options);
  return {
    ...rows,
    insert: ({ hookUuid, event }) =>
      plannedWrite([
        insertion({ key: `${hookUuid}/${event.uuid}`, hookUuid, event, ...waitingFrom(table.clock.now()) }),
      ]),
  };
}
