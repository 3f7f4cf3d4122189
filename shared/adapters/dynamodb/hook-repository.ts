import { waitingFrom } from '../../domain/attempt.ts';
import { hookDelivery } from '../../domain/hook/hook-delivery.ts';
import type { HookDeliveryRepository, HookRepository } from '../../ports/hooks.ts';
import { hookDeliveryKey, hooksOfUser } from './keys.ts';
import { HOOKS } from './kinds.ts';
import { plannedWrite } from './planned-write.ts';
import { rowsOf } from './read-rows.ts';
import { recordRepository } from './record-repository.ts';
import type { Table } from './table.ts';
import { waitingRows } from './waiting-rows.ts';

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
