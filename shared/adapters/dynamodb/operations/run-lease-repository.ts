import type { RunLeaseRepository } from '#shared/ports/store';
import { absentOrExpired, expiresAt, stillThere } from '../_core/expiry.ts';
import { runLeaseKey } from '../_core/keys.ts';
import type { Table } from '../_core/table.ts';
import { putRow, removeRow } from '../_core/write-rows.ts';

export const runLeaseRepository = (table: Table): RunLeaseRepository => ({
  begin(lease) {
    const row = { ...lease, ...runLeaseKey(lease.job), kind: 'RUN_LEASE', ...expiresAt(lease.heldUntil) };
    return putRow(table, row, absentOrExpired(table));
  },
  async end({ job, holder }) {
    await removeRow(table, runLeaseKey(job), stillThere(table, 'holder', holder));
  },
});
