import { type UserSlot, userSlot } from '../../domain/user-slot.ts';
import { LostRace } from '../../errors.ts';
import type { UserSlotRepository } from '../../ports/store.ts';
import { absentOrExpired, expiresAt } from './expiry.ts';
import { userSlotKey, userSlotsPartition } from './limit-keys.ts';
import { plannedWrite } from './planned-write.ts';
import { rowsOf } from './read-rows.ts';
import type { Table } from './table.ts';

const taken = () => new LostRace('Somebody else was faster.');

/** A row for each place that is taken: not in the user's partition, which every request reads. */
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
