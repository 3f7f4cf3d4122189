import { syncLease, syncMemory } from '#shared/domain/cluster-access/provider-syncs';
import type { ProviderSyncRepository } from '#shared/ports/store';
import { absentOrExpired, expiresAt, stillThere } from '../_core/expiry.ts';
import { syncLeaseKey, syncMemoryKey } from '../_core/keys.ts';
import { getRow } from '../_core/read-rows.ts';
import type { Table } from '../_core/table.ts';
import { putRow, removeRow } from '../_core/write-rows.ts';

export function providerSyncRepository(table: Table): ProviderSyncRepository {
  return {
    begin(lease) {
      const key = syncLeaseKey(lease.settingsUuid);
      const row = { ...lease, ...key, kind: 'PASS_LEASE', ...expiresAt(lease.heldUntil) };
      return putRow(table, row, absentOrExpired(table));
    },
    async findLease(settingsUuid) {
      const row = await getRow(table, syncLeaseKey(settingsUuid));
      return row && syncLease.parse(row);
    },
    async end({ settingsUuid, holder }) {
      await removeRow(table, syncLeaseKey(settingsUuid), stillThere(table, 'holder', holder));
    },
    async recall(settingsUuid, job) {
      return syncMemory.parse((await getRow(table, syncMemoryKey(settingsUuid, job))) ?? {});
    },
    async remember(settingsUuid, job, memory) {
      await putRow(table, { ...memory, ...syncMemoryKey(settingsUuid, job), kind: 'PASS_MEMORY' });
    },
  };
}
