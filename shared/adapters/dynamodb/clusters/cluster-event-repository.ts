import { clusterEvent } from '#shared/domain/clusters/cluster-event';
import type { ClusterEventRepository } from '#shared/ports/store';
import { clusterPartition, EVENT_PREFIX, eventKey } from '../_core/keys.ts';
import { rowsOf } from '../_core/read-rows.ts';
import type { Row, Table } from '../_core/table.ts';
import { ABSENT, putRow, removeRows } from '../_core/write-rows.ts';

/** A cluster's timeline, in the cluster's partition. Rows are keyed by event, so they are sorted after reading. */
export function clusterEventRepository(table: Table): ClusterEventRepository {
  const rowsOfCluster = (clusterUuid: string): Promise<Row[]> =>
    rowsOf(table, { partition: clusterPartition(clusterUuid), prefix: EVENT_PREFIX });
  return {
    async listByCluster(clusterUuid) {
      const events = (await rowsOfCluster(clusterUuid)).map((row) => clusterEvent.parse(row));
      return events.sort((a, b) => a.at.localeCompare(b.at));
    },
    async append(event) {
      await putRow(table, { ...event, ...eventKey(event.clusterUuid, event.key), kind: 'EVENT' }, ABSENT);
    },
    async removeByCluster(clusterUuid) {
      const events = (await rowsOfCluster(clusterUuid)).map((row) => clusterEvent.parse(row));
      await removeRows(
        table,
        events.map(({ key }) => eventKey(clusterUuid, key)),
      );
    },
  };
}
