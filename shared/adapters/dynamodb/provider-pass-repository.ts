import { passLease, passMemory } from '../../domain/access/provider-passes.ts';
import type { ProviderPassRepository } from '../../ports/store.ts';
import { absentOrExpired, expiresAt, stillThere } from './expiry.ts';
import { passLeaseKey, passMemoryKey } from './keys.ts';
import { getRow } from './read-rows.ts';
import type { Table } from './table.ts';
import { putRow, removeRow } from './write-rows.ts';

export function providerPassRepository(table: Table): ProviderPassRepository {
  return {
    begin(lease) {
      const key = passLeaseKey(lease.settingsUuid);
      const row = { ...lease, ...key, kind: 'PASS_LEASE', ...expiresAt(lease.heldUntil) };
      return putRow(table, row, absentOrExpired(table));
    },
    async findLease(settingsUuid) {
      const row = await getRow(table, passLeaseKey(settingsUuid));
      return row && passLease.parse(row);
    },
    async end({ settingsUuid, holder }) {
      await removeRow(table, passLeaseKey(settingsUuid), stillThere(table, 'holder', holder));
    },
    async recall(settingsUuid, job) {
      return passMemory.parse((await getRow(table, passMemoryKey(settingsUuid, job))) ?? {});
    },
    async remember(settingsUuid, job, memory) {
      await putRow(table, { ...memory, ...passMemoryKey(settingsUuid, job), kind: 'PASS_MEMORY' });
    },
  };
}
