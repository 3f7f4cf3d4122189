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

export const USERS = kindOf(RECORDS.users);
export const CUSTOMERS = kindOf(RECORDS.customers);
export const PROJECTS = kindOf(RECORDS.projects);
export const ORDERS = kindOf(RECORDS.orders, {
  lookupOf: (item) =>
    item.clusterUuid === undefined
      ? undefined
      : { lookupPk: ordersOfCluster(item.clusterUuid), lookupSk: ageKey(item) },
});
/**
 * A usage is in the partition of its resource. A usage that Paddock measures is also in the lookup index while its
 * `rate` is above 0.
 */
export const COMPONENT_USAGES = kindOf(RECORDS.usages, {
  keyOf: ({ resourceUuid, billingPeriod, type }) => usageKey(resourceUuid, billingPeriod, type),
  lookupOf: (usage) =>
    isMetered(usage) && usage.rate > 0
      ? { lookupPk: RUNNING_USAGES, lookupSk: `${usage.billingPeriod}#${usage.resourceUuid}#${usage.type}` }
      : undefined,
});

/**
 * A cluster's key in the lookup index. During an operation, a job finds the cluster by this key to check whether the
 * operation still runs. At other times, a job finds the cluster by this key to renew its token for Argo CD. The renewal
 * can wait for the end of an operation, because the token is renewed days before it expires.
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
// Records of the following kinds are in the partition of their cluster, so that one query reads them with the cluster.
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
