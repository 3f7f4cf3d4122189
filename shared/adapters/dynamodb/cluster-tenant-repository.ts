import type { ClusterTenantRepository } from '../../ports/store.ts';
import { clusterParts } from './cluster-parts.ts';
import { CLUSTER_TENANT_PREFIX, clusterTenantKey } from './keys.ts';
import { CLUSTER_TENANTS } from './kinds.ts';
import type { Table } from './table.ts';

export const clusterTenantRepository = (table: Table): ClusterTenantRepository =>
  clusterParts(table, CLUSTER_TENANTS, {
    prefix: CLUSTER_TENANT_PREFIX,
    key: clusterTenantKey,
    compare: (a, b) => a.place - b.place,
  });
