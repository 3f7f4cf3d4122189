import { type ProviderSlot, providerSlot, slotsToTry } from '#shared/domain/providers/provider-slot';
import type { ProviderSlotRepository } from '#shared/ports/store';
import { absentOrExpired, expiresAt, stillThere } from '../_core/expiry.ts';
import { providerPartition, SLOT_PREFIX, slotKey } from '../_core/keys.ts';
import { rowsOf } from '../_core/read-rows.ts';
import type { Table } from '../_core/table.ts';
import { putRow, removeRow } from '../_core/write-rows.ts';

/** When other callers were faster each time, the provider is busy. */
const TRIES = 3;

export function providerSlotRepository(table: Table): ProviderSlotRepository {
  async function listTaken(settingsUuid: string): Promise<ProviderSlot[]> {
    const rows = await rowsOf(table, { partition: providerPartition(settingsUuid), prefix: SLOT_PREFIX });
    return rows.map((row) => providerSlot.parse(row));
  }
  const put = (slot: ProviderSlot): Promise<boolean> =>
    putRow(table, { ...slot, ...slotKey(slot), kind: 'SLOT', ...expiresAt(slot.expiresAt) }, absentOrExpired(table));
  return {
    listTaken,
    async take(wanted, limit) {
      // Usually the first slot is free and one write is enough. Otherwise it reads which are free.
      const [first = 0] = slotsToTry(wanted.holder, limit, new Set());
      if (await put({ ...wanted, number: first })) return { ...wanted, number: first };
      const taken = new Set((await listTaken(wanted.settingsUuid)).map(({ number }) => number));
      for (const number of slotsToTry(wanted.holder, limit, taken).slice(0, TRIES)) {
        if (await put({ ...wanted, number })) return { ...wanted, number };
      }
      return undefined;
    },
    async release(slot) {
      await removeRow(table, slotKey(slot), stillThere(table, 'holder', slot.holder));
    },
  };
}
