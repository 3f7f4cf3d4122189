import { type UserSlot, userSlot } from '#shared/domain/identity/user-slot';
import { VersionConflict } from '#shared/errors';
import type { UserSlotRepository } from '#shared/ports/store';
import { userSlotKey, userSlotsPartition } from '../_core/counters/limit-keys.ts';
import { absentOrExpired, expiresAt } from '../_core/expiry.ts';
import { plannedWrite } from '../_core/planned-write.ts';
import { rowsOf } from '../_core/read-rows.ts';
import type { Table } from '../_core/table.ts';

const taken = () => new VersionConflict('Somebody else was faster.');

/** One row for each taken slot. Outside of the user's partition, which every request reads. */
export function userSlotRepository(table: Table): UserSlotRepository {
  const rowOf = (slot: UserSlot) => ({
    ...{ ...slot, ...userSlotKey(slot), kind: 'USER_SLOT' },
    ...(slot.expiresAt && expiresAt(slot.expiresAt)),
  });
  return {
    async listTaken(userUuid, of) {
      const rows = await rowsOf(table, { partition: userSlotsPartition(userUuid, of) });
      return rows.map((row) => userSlot.parse(row));
    },
    insert: (slot) =>
      plannedWrite([{ key: userSlotKey(slot), row: rowOf(slot), condition: absentOrExpired(table), refused: taken }]),
    remove: (slot) =>
      plannedWrite([
        {
          key: userSlotKey(slot),
          condition: {
            expression: '#holder = :holder',
            names: { '#holder': 'holder' },
            values: { ':holder': slot.holder },
          },
          refused: taken,
        },
      ]),
  };
}
