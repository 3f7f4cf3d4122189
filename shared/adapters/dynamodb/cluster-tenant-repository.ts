import type { ClusterTenant } from '../../domain/managed/cluster-tenant.ts';
import { noMatch } from '../../errors.ts';
import type { ClusterTenantRepository } from '../../ports/store.ts';
import { CLUSTER_TENANT_PREFIX, clusterPartition, clusterTenantKey } from './keys.ts';
import { CLUSTER_TENANTS } from './kinds.ts';
import { getRow, rowsOf } from './read-rows.ts';
import { recordWrites } from './record-repository.ts';
import type { Row, Table } from './table.ts';

/** Tenants that were made for a cluster live in its partition. */
export function clusterTenantRepository(table: Table): ClusterTenantRepository {
  const parsed = (row: Row): ClusterTenant => CLUSTER_TENANTS.schema.parse(row);
  return {
    ...recordWrites(CLUSTER_TENANTS),
    async listByCluster(clusterUuid) {
      const rows = await rowsOf(table, { partition: clusterPartition(clusterUuid), prefix: CLUSTER_TENANT_PREFIX });
      return rows.map(parsed).sort((a, b) => a.place - b.place);
    },
    async get(clusterUuid, uuid) {
      const row = await getRow(table, clusterTenantKey(clusterUuid, uuid));
      if (!row) throw noMatch(CLUSTER_TENANTS.title);
      return parsed(row);
    },
  };
}
