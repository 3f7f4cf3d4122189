import type { NodeRepository } from '../../ports/store.ts';
import { clusterParts, findPart } from './cluster-parts.ts';
import { NODE_PREFIX, nodeKey, nodeLookup } from './keys.ts';
import { NODES } from './kinds.ts';
import { listPage } from './list-page.ts';
import type { Table } from './table.ts';

/** `node-2` before `node-10`, the same on every machine. */
const byName = new Intl.Collator('en', { numeric: true });

export const nodeRepository = (table: Table): NodeRepository => ({
  ...clusterParts(table, NODES, {
    prefix: NODE_PREFIX,
    key: nodeKey,
    compare: (a, b) => byName.compare(a.spec.name, b.spec.name),
  }),
  findByUuid: (uuid) => findPart(table, NODES, nodeLookup(uuid).lookupPk),
  list: (scope, page, matches) => listPage(table, NODES, scope, page, matches),
});
