import { sharedLook } from '#shared/domain/clusters/waits/shared-look';
import type { SharedLookRepository } from '#shared/ports/store';
import { absentOrExpired, expiresAfter, stillThere } from '../_core/expiry.ts';
import { sharedLookKey } from '../_core/keys.ts';
import { getRow } from '../_core/read-rows.ts';
import type { Table } from '../_core/table.ts';
import { putRow, removeRow } from '../_core/write-rows.ts';

/**
 * How long the record of a look is stored. In a look, one operation reads all clusters of a provider for all operations
 * that wait. While operations wait, a look happens at least once a minute. So a row that is an hour old is no longer
 * needed.
 */
const KEPT_SECONDS = 3600;

/**
 * Stores the time at which Paddock last read the clusters of each provider for all operations that wait. Each provider
 * has one row, in its own partition.
 */
export function sharedLookRepository(table: Table): SharedLookRepository {
  const rowOf = (look: Parameters<SharedLookRepository['end']>[0]) => ({
    ...look,
    ...sharedLookKey(look.settingsUuid),
    kind: 'LOOK',
    ...expiresAfter(look.lookedAt, KEPT_SECONDS),
  });
  return {
    async find(settingsUuid) {
      const row = await getRow(table, sharedLookKey(settingsUuid));
      return row && sharedLook.parse(row);
    },
    begin: (look, last) =>
      putRow(table, rowOf(look), last ? stillThere(table, 'lookedAt', last.lookedAt) : absentOrExpired(table)),
    async end(look) {
      await putRow(table, rowOf(look), stillThere(table, 'lookedAt', look.lookedAt));
    },
    async forget({ settingsUuid, lookedAt }) {
      await removeRow(table, sharedLookKey(settingsUuid), stillThere(table, 'lookedAt', lookedAt));
    },
  };
}
