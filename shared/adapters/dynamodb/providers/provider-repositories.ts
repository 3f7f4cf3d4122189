import { syncLease, syncMemory } from '#shared/domain/provider-syncs/sync-jobs';
import { type ProviderSlot, providerSlot, slotsToTry } from '#shared/domain/providers/provider-slot';
import type {
  ImportableClusterRepository,
  ProviderSlotRepository,
  ProviderSyncRepository,
  RancherRoleTemplateRepository,
} from '#shared/ports/store';
import { absentOrExpired, expiresAt, stillThere } from '../_core/expiry.ts';
import {
  IMPORTABLE_CLUSTER_PREFIX,
  providerPartition,
  ROLE_TEMPLATE_PREFIX,
  roleTemplateLookup,
  SLOT_PREFIX,
  slotKey,
  syncLeaseKey,
  syncMemoryKey,
} from '../_core/keys.ts';
import { listPage } from '../_core/lists/list-page.ts';
import { getRow, rowsOf } from '../_core/read-rows.ts';
import { recordWrites } from '../_core/record-repository.ts';
import type { Table } from '../_core/table.ts';
import { putRow, removeRow } from '../_core/write-rows.ts';
import { IMPORTABLE_CLUSTERS, ROLE_TEMPLATES } from '../cluster-access/access-kinds.ts';
import { findPart } from '../clusters/cluster-parts.ts';

/**
 * Maximum number of further slots to try if another caller has the first slot. If other callers take all these slots,
 * too, the provider counts as busy.
 */
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
      // Usually the first slot is free, and one write is enough. Otherwise the list of taken slots is read to find a
      // free slot.
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

export const roleTemplateRepository = (table: Table): RancherRoleTemplateRepository => ({
  ...recordWrites(ROLE_TEMPLATES),
  findByUuid: (uuid) => findPart(table, ROLE_TEMPLATES, roleTemplateLookup(uuid).lookupPk),
  async listByProvider(settingsUuid) {
    const rows = await rowsOf(table, { partition: providerPartition(settingsUuid), prefix: ROLE_TEMPLATE_PREFIX });
    return rows.map((row) => ROLE_TEMPLATES.schema.parse(row));
  },
  list: (scope, page, matches) => listPage(table, ROLE_TEMPLATES, scope, page, matches),
});

export const importableClusterRepository = (table: Table): ImportableClusterRepository => ({
  ...recordWrites(IMPORTABLE_CLUSTERS),
  async listByProvider(settingsUuid) {
    const rows = await rowsOf(table, { partition: providerPartition(settingsUuid), prefix: IMPORTABLE_CLUSTER_PREFIX });
    return rows.map((row) => IMPORTABLE_CLUSTERS.schema.parse(row));
  },
});

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
