import type { ClusterSecurityGroupRepository, ClusterTenantRepository } from '#shared/ports/store';
import {
  CLUSTER_TENANT_PREFIX,
  clusterSecurityGroupKey,
  clusterSecurityGroupLookup,
  clusterTenantKey,
  SECURITY_GROUP_PREFIX,
} from '../_core/keys.ts';
import { CLUSTER_SECURITY_GROUPS, CLUSTER_TENANTS } from '../_core/kinds.ts';
import { listPage } from '../_core/lists/list-page.ts';
import type { Table } from '../_core/table.ts';
import { clusterParts, findPart } from '../clusters/cluster-parts.ts';

export const clusterSecurityGroupRepository = (table: Table): ClusterSecurityGroupRepository => ({
  ...clusterParts(table, CLUSTER_SECURITY_GROUPS, {
    prefix: SECURITY_GROUP_PREFIX,
    key: clusterSecurityGroupKey,
    compare: (a, b) => (a.name < b.name ? -1 : 1),
  }),
  findByUuid: (uuid) => findPart(table, CLUSTER_SECURITY_GROUPS, clusterSecurityGroupLookup(uuid).lookupPk),
  list: (scope, page, matches) => listPage(table, CLUSTER_SECURITY_GROUPS, scope, page, matches),
});

export const clusterTenantRepository = (table: Table): ClusterTenantRepository =>
  clusterParts(table, CLUSTER_TENANTS, {
    prefix: CLUSTER_TENANT_PREFIX,
    key: clusterTenantKey,
    compare: (a, b) => a.place - b.place,
  });
