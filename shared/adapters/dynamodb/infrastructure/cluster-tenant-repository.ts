import type { ClusterTenantRepository } from '#shared/ports/store';
import { CLUSTER_TENANT_PREFIX, clusterTenantKey } from '../_core/keys.ts';
import { CLUSTER_TENANTS } from '../_core/kinds.ts';
import type { Table } from '../_core/table.ts';
import { clusterParts } from '../clusters/cluster-parts.ts';

export const clusterTenantRepository = (table: Table): ClusterTenantRepository =>
  clusterParts(table, CLUSTER_TENANTS, {
    prefix: CLUSTER_TENANT_PREFIX,
    key: clusterTenantKey,
    compare: (a, b) => a.place - b.place,
  });
