import { parkedWait } from '../../domain/parked-wait.ts';
import type { ParkedWaitRepository } from '../../ports/store.ts';
import { expiresAfter, stillThere } from './expiry.ts';
import { clusterPartition, WAIT_PREFIX, waitKey, waitsOfProvider } from './keys.ts';
import { pagesOf, rowsOf } from './read-rows.ts';
import type { Table } from './table.ts';
import { putRow, removeRow } from './write-rows.ts';

/** A machine looks again after a minute at the latest (design decision 6), with a new token: one of an hour ago wakes nobody. */
const KEPT_SECONDS = 3600;

/** One parked token per operation. */
export function parkedWaitRepository(table: Table): ParkedWaitRepository {
  return {
    async park(wait) {
      const { clusterUuid, operationUuid, settingsUuid, parkedAt } = wait;
      const lookup = { lookupPk: waitsOfProvider(settingsUuid), lookupSk: clusterUuid };
      const expiry = expiresAfter(parkedAt, KEPT_SECONDS);
      await putRow(table, { ...wait, ...waitKey(clusterUuid, operationUuid), ...lookup, kind: 'WAIT', ...expiry });
    },
    async listByCluster(clusterUuid) {
      const rows = await rowsOf(table, { partition: clusterPartition(clusterUuid), prefix: WAIT_PREFIX });
      return rows.map((row) => parkedWait.parse(row));
    },
    async listByProvider(settingsUuid, limit) {
      const pages = pagesOf(table, { index: 'lookup', partition: waitsOfProvider(settingsUuid), limit });
      for await (const page of pages) return page.map((row) => parkedWait.parse(row));
      return [];
    },
    take: ({ clusterUuid, operationUuid, taskToken }) =>
      removeRow(table, waitKey(clusterUuid, operationUuid), stillThere(table, 'taskToken', taskToken)),
  };
}
