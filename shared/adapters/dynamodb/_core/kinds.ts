import type { Cluster } from '#shared/domain/clusters/cluster';
import { atWorkSince } from '#shared/domain/clusters/cluster-work';
import { RECORDS } from '#shared/domain/records';
import { isMetered } from '#shared/domain/usage/component-usage';
import { alone, besideOf, HEAD, joined } from './cluster-rows.ts';
import {
  ARGOCD_RENEWALS,
  ageKey,
  CLUSTERS_AT_WORK,
  clusterSecurityGroupKey,
  clusterSecurityGroupLookup,
  clusterTenantKey,
  type LookupKey,
  nodeKey,
  nodeLookup,
  ordersOfCluster,
  RUNNING_USAGES,
  usageKey,
} from './keys.ts';
import { kindOf } from './kind.ts';

// The kinds in this file have a repository of their own, or their records share a partition.

export const USERS = kindOf(RECORDS.users);
export const CUSTOMERS = kindOf(RECORDS.customers);
export const PROJECTS = kindOf(RECORDS.projects);
/** The lookup index finds orders by their cluster. */
export const ORDERS = kindOf(RECORDS.orders, {
  lookupOf: (item) =>
    item.clusterUuid === undefined
      ? undefined
      : { lookupPk: ordersOfCluster(item.clusterUuid), lookupSk: ageKey(item) },
});
/** A usage is in its resource's partition. While the usage runs, it is in the lookup partition of running usages. */
export const COMPONENT_USAGES = kindOf(RECORDS.usages, {
  keyOf: ({ resourceUuid, billingPeriod, type }) => usageKey(resourceUuid, billingPeriod, type),
  lookupOf: (usage) =>
    isMetered(usage) && usage.rate > 0
      ? { lookupPk: RUNNING_USAGES, lookupSk: `${usage.billingPeriod}#${usage.resourceUuid}#${usage.type}` }
      : undefined,
});

/**
 * A cluster's key in the lookup index. During an operation, a job finds the cluster there and checks whether the
 * operation still runs. At other times, a job finds the clusters there whose token for Argo CD must be renewed. The
 * renewal can wait for the end of an operation, because the token is still valid for days.
 */
function clusterLookup(item: Cluster): LookupKey | undefined {
  const since = atWorkSince(item);
  if (since !== undefined) {
    return { lookupPk: CLUSTERS_AT_WORK, lookupSk: ageKey({ created: since, uuid: item.uuid }) };
  }
  const renewAt = item.argocdToken?.renewAt;
  return renewAt === undefined ? undefined : { lookupPk: ARGOCD_RENEWALS, lookupSk: renewAt };
}

/** Each cluster has several rows (docs/decisions/0051-a-cluster-is-several-rows.md). */
export const CLUSTERS = kindOf(RECORDS.clusters, {
  rows: { head: HEAD, besideOf, joined, alone },
  lookupOf: clusterLookup,
});
// These kinds are in the cluster's partition, so that one query reads a cluster with them.
export const CLUSTER_TENANTS = kindOf(RECORDS.clusterTenants, {
  keyOf: ({ clusterUuid, uuid }) => clusterTenantKey(clusterUuid, uuid),
});
export const CLUSTER_SECURITY_GROUPS = kindOf(RECORDS.clusterSecurityGroups, {
  keyOf: ({ clusterUuid, uuid }) => clusterSecurityGroupKey(clusterUuid, uuid),
  lookupOf: ({ uuid }) => clusterSecurityGroupLookup(uuid),
});
export const NODES = kindOf(RECORDS.nodes, {
  keyOf: ({ clusterUuid, uuid }) => nodeKey(clusterUuid, uuid),
  lookupOf: ({ uuid }) => nodeLookup(uuid),
});
