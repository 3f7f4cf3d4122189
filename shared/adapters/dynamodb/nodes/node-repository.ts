import type { Node } from '#shared/domain/nodes/node';
import { phoneHome } from '#shared/domain/nodes/phone-home';
import type { NodeRepository, Page, PageRequest, PhoneHomeRepository, Scope } from '#shared/ports/store';
import { expiresAfter, stillThere } from '../_core/expiry.ts';
import { clusterPartition, NODE_PREFIX, nodeKey, nodeLookup, phoneHomeKey } from '../_core/keys.ts';
import { NODES } from '../_core/kinds.ts';
import { inBatches, inOrder, readEntries, recordsBehind } from '../_core/lists/list-entries.ts';
import { listPage } from '../_core/lists/list-page.ts';
import { getRow } from '../_core/read-rows.ts';
import { covers } from '../_core/scope-partitions.ts';
import type { Table } from '../_core/table.ts';
import { putRow, removeRow } from '../_core/write-rows.ts';
import { clusterParts, findPart } from '../clusters/cluster-parts.ts';

/** Sorts `node-2` before `node-10`. The fixed locale makes the order the same on every machine. */
const byName = new Intl.Collator('en', { numeric: true });

/** The few columns that are read for every node, to find out which nodes are on the page. */
const COLUMNS = ['pk', 'sk', 'listSk', 'customerUuid', 'projectUuid'];

/**
 * One page of the nodes of some clusters. A query for each cluster reads the keys of its nodes. Then only the nodes of
 * the page are read, a hundred with each call.
 */
async function listOfClusters(
  table: Table,
  scope: Scope,
  clusterUuids: readonly string[],
  { page, pageSize }: PageRequest,
): Promise<Page<Node>> {
  const readings = await inBatches(clusterUuids, (uuid) => {
    const query = { partition: clusterPartition(uuid), prefix: NODE_PREFIX, columns: COLUMNS };
    return readEntries(table, scope, { query, place: {} });
  });
  const wanted = inOrder(readings).slice((page - 1) * pageSize, page * pageSize);
  const nodes = await recordsBehind(table, NODES, wanted);
  return {
    items: nodes.filter((node) => covers(scope, NODES.placeOf(node))),
    total: readings.reduce((sum, { total }) => sum + total, 0),
  };
}

export const nodeRepository = (table: Table): NodeRepository => ({
  ...clusterParts(table, NODES, {
    prefix: NODE_PREFIX,
    key: nodeKey,
    compare: (a, b) => byName.compare(a.spec.name, b.spec.name),
  }),
  findByUuid: (uuid) => findPart(table, NODES, nodeLookup(uuid).lookupPk),
  list(scope, page, matches) {
    const { cluster_uuid: clusterUuids } = scope.where ?? {};
    return clusterUuids === undefined
      ? listPage(table, NODES, scope, page, matches)
      : listOfClusters(table, scope, [...new Set(clusterUuids)], page);
  },
});

/**
 * How long a node's token is kept, in seconds. No machine takes so long to boot. After this time, the token in the
 * machine's user data is useless.
 */
const KEPT_SECONDS = 24 * 3600;

/** Tokens by which nodes phone home. Each node has one token. A new token replaces the earlier token. */
export function phoneHomeRepository(table: Table): PhoneHomeRepository {
  return {
    async put(item) {
      const expiry = expiresAfter(item.created, KEPT_SECONDS);
      await putRow(table, { ...item, ...phoneHomeKey(item.nodeUuid), kind: 'PHONE_HOME', ...expiry });
    },
    async find(nodeUuid) {
      const row = await getRow(table, phoneHomeKey(nodeUuid));
      return row && phoneHome.parse(row);
    },
    take: ({ nodeUuid, tokenHash }) =>
      removeRow(table, phoneHomeKey(nodeUuid), stillThere(table, 'tokenHash', tokenHash)),
    async remove(nodeUuid) {
      await removeRow(table, phoneHomeKey(nodeUuid));
    },
  };
}
