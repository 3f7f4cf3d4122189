import type { Node } from '../../domain/node.ts';
import { noMatch } from '../../errors.ts';
import type { NodeRepository } from '../../ports/store.ts';
import { clusterPartition, NODE_PREFIX, nodeKey, nodeLookup } from './keys.ts';
import { NODES } from './kinds.ts';
import { listPage } from './list-page.ts';
import { getRow, rowsOf } from './read-rows.ts';
import { recordWrites } from './record-repository.ts';
import type { Row, Table } from './table.ts';

/** `node-2` before `node-10`, the same on every machine. */
const byName = new Intl.Collator('en', { numeric: true });

/** Nodes live in their cluster's partition. */
export function nodeRepository(table: Table): NodeRepository {
  const parsed = (row: Row): Node => NODES.schema.parse(row);
  return {
    ...recordWrites(NODES),
    async listByCluster(clusterUuid) {
      const rows = await rowsOf(table, { partition: clusterPartition(clusterUuid), prefix: NODE_PREFIX });
      return rows.map(parsed).sort((a, b) => byName.compare(a.spec.name, b.spec.name));
    },
    async get(clusterUuid, uuid) {
      const row = await getRow(table, nodeKey(clusterUuid, uuid));
      if (!row) throw noMatch(NODES.title);
      return parsed(row);
    },
    async findByUuid(uuid) {
      const [row] = await rowsOf(table, { index: 'lookup', partition: nodeLookup(uuid).lookupPk });
      return row && parsed(row);
    },
    list: (scope, page, matches) => listPage(table, NODES, scope, page, matches),
  };
}
