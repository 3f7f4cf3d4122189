import { passLease, passMemory } from '#shared/domain/cluster-access/provider-passes';
import type { ProviderPassRepository } from '#shared/ports/store';
import { absentOrExpired, expiresAt, stillThere } from '../_core/expiry.ts';
import { passLeaseKey, passMemoryKey } from '../_core/keys.ts';
import { getRow } from '../_core/read-rows.ts';
import type { Table } from '../_core/table.ts';
import { putRow, removeRow } from '../_core/write-rows.ts';

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
