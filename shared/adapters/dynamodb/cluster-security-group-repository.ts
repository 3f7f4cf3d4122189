import type { ClusterSecurityGroup } from '../../domain/managed/cluster-security-group.ts';
import { noMatch } from '../../errors.ts';
import type { ClusterSecurityGroupRepository } from '../../ports/store.ts';
import {
  clusterPartition,
  clusterSecurityGroupKey,
  clusterSecurityGroupLookup,
  SECURITY_GROUP_PREFIX,
} from './keys.ts';
import { CLUSTER_SECURITY_GROUPS } from './kinds.ts';
import { listPage } from './list-page.ts';
import { getRow, rowsOf } from './read-rows.ts';
import { recordWrites } from './record-repository.ts';
import type { Row, Table } from './table.ts';

/** A managed cluster's groups live in its partition. */
export function clusterSecurityGroupRepository(table: Table): ClusterSecurityGroupRepository {
  const parsed = (row: Row): ClusterSecurityGroup => CLUSTER_SECURITY_GROUPS.schema.parse(row);
  return {
    ...recordWrites(CLUSTER_SECURITY_GROUPS),
    async listByCluster(clusterUuid) {
      const rows = await rowsOf(table, { partition: clusterPartition(clusterUuid), prefix: SECURITY_GROUP_PREFIX });
      return rows.map(parsed).sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    async get(clusterUuid, uuid) {
      const row = await getRow(table, clusterSecurityGroupKey(clusterUuid, uuid));
      if (!row) throw noMatch(CLUSTER_SECURITY_GROUPS.title);
      return parsed(row);
    },
    async findByUuid(uuid) {
      const [row] = await rowsOf(table, { index: 'lookup', partition: clusterSecurityGroupLookup(uuid).lookupPk });
      return row && parsed(row);
    },
    list: (scope, page, matches) => listPage(table, CLUSTER_SECURITY_GROUPS, scope, page, matches),
  };
}
