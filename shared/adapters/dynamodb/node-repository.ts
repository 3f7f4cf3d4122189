import type { Node } from '../../domain/node.ts';
import type { NodeRepository, Page, PageRequest, Scope } from '../../ports/store.ts';
import { clusterParts, findPart } from './cluster-parts.ts';
import { clusterPartition, NODE_PREFIX, nodeKey, nodeLookup } from './keys.ts';
import { NODES } from './kinds.ts';
import { inOrder, readEntries, recordsBehind } from './list-entries.ts';
import { listPage } from './list-page.ts';
import { covers } from './scope-partitions.ts';
import type { Table } from './table.ts';

/** `node-2` before `node-10`, the same on every machine. */
const byName = new Intl.Collator('en', { numeric: true });

/** What the keys of a cluster's nodes say of their place, beside their age. */
const COLUMNS = ['pk', 'sk', 'listSk', 'customerUuid', 'projectUuid'];

/** A cluster's nodes stand in its partition: one query of keys, and one batch read for each 100 of the page. */
async function listOfCluster(
  table: Table,
  scope: Scope,
  clusterUuid: string,
  { page, pageSize }: PageRequest,
): Promise<Page<Node>> {
  const query = { partition: clusterPartition(clusterUuid), prefix: NODE_PREFIX, columns: COLUMNS };
  const { entries, total } = await readEntries(table, scope, { query, place: {} });
  const wanted = inOrder([{ entries }]).slice((page - 1) * pageSize, page * pageSize);
  const nodes = await recordsBehind(table, NODES, wanted);
  return { items: nodes.filter((node) => covers(scope, NODES.placeOf(node))), total };
}

export const nodeRepository = (table: Table): NodeRepository => ({
  ...clusterParts(table, NODES, {
    prefix: NODE_PREFIX,
    key: nodeKey,
    compare: (a, b) => byName.compare(a.spec.name, b.spec.name),
  }),
  findByUuid: (uuid) => findPart(table, NODES, nodeLookup(uuid).lookupPk),
  list(scope, page, matches) {
    const [clusterUuid] = scope.where?.cluster_uuid ?? [];
    return clusterUuid === undefined
      ? listPage(table, NODES, scope, page, matches)
      : listOfCluster(table, scope, clusterUuid, page);
  },
});
