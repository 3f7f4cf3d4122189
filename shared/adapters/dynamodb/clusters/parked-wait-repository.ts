import { type ParkedWait, parkedWait } from '#shared/domain/clusters/waits/parked-wait';
import type { ParkedWaitRepository } from '#shared/ports/store';
import { expiresAfter, stillThere } from '../_core/expiry.ts';
import { providerPartition, WAIT_PREFIX, waitKey, waitsPrefix } from '../_core/keys.ts';
import { pagesOf, rowsOf } from '../_core/read-rows.ts';
import type { Row, Table } from '../_core/table.ts';
import { putRow, removeRow } from '../_core/write-rows.ts';

/**
 * How long a task token is kept. A waiting state machine polls at least once a minute, each time with a new token
 * (docs/spec/design.md#waiting-is-woken). So a token that is an hour old is useless.
 */
const KEPT_SECONDS = 3600;

const rowOf = (wait: ParkedWait): Row => ({
  ...wait,
  ...waitKey(wait),
  kind: 'WAIT',
  ...expiresAfter(wait.parkedAt, KEPT_SECONDS),
});
const waitsIn = (rows: readonly Row[]): ParkedWait[] => rows.map((row) => parkedWait.parse(row));

/**
 * The task tokens of operations that wait for a provider, one for each operation. The tokens are in the provider's
 * partition, but in no index, because every poll writes a new token.
 */
export function parkedWaitRepository(table: Table): ParkedWaitRepository {
  return {
    async park(wait) {
      await putRow(table, rowOf(wait));
    },
    putBack: (wait) =>
      putRow(table, rowOf(wait), {
        expression: 'attribute_not_exists(#pk) OR #token = :token',
        names: { '#pk': 'pk', '#token': 'taskToken' },
        values: { ':token': wait.taskToken },
      }),
    async listByCluster({ settingsUuid, clusterUuid }) {
      const partition = providerPartition(settingsUuid);
      return waitsIn(await rowsOf(table, { partition, prefix: waitsPrefix(clusterUuid) }));
    },
    async listByProvider(settingsUuid, limit) {
      const partition = providerPartition(settingsUuid);
      for await (const page of pagesOf(table, { partition, prefix: WAIT_PREFIX, limit })) return waitsIn(page);
      return [];
    },
    async listAllByProvider(settingsUuid) {
      return waitsIn(await rowsOf(table, { partition: providerPartition(settingsUuid), prefix: WAIT_PREFIX }));
    },
    take: (wait) => removeRow(table, waitKey(wait), stillThere(table, 'taskToken', wait.taskToken)),
  };
}
