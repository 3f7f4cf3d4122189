import type { ClusterSecurityGroupRepository } from '../../ports/store.ts';
import { clusterParts, findPart } from './cluster-parts.ts';
import { clusterSecurityGroupKey, clusterSecurityGroupLookup, SECURITY_GROUP_PREFIX } from './keys.ts';
import { CLUSTER_SECURITY_GROUPS } from './kinds.ts';
import { listPage } from './list-page.ts';
import type { Table } from './table.ts';

export const clusterSecurityGroupRepository = (table: Table): ClusterSecurityGroupRepository => ({
  ...clusterParts(table, CLUSTER_SECURITY_GROUPS, {
    prefix: SECURITY_GROUP_PREFIX,
    key: clusterSecurityGroupKey,
    compare: (a, b) => (a.name < b.name ? -1 : 1),
  }),
  findByUuid: (uuid) => findPart(table, CLUSTER_SECURITY_GROUPS, clusterSecurityGroupLookup(uuid).lookupPk),
  list: (scope, page, matches) => listPage(table, CLUSTER_SECURITY_GROUPS, scope, page, matches),
});
