import type { OfferedCloud } from './offered-cloud.ts';

/** Names of what a managed order makes once, or once in each tenant; nodes are named by the plan (docs/spec/managed-clusters.md#names). */
export type ManagedNames = {
  /** The project of ours that machines and tenants belong to. */
  vmProjectName: string;
  vmProjectSlug: string;
  clusterName: string;
  /** The same in every tenant. */
  loadBalancerName: string;
};

/** What they are made of: the order's own name, the resource's and the VM project's slugs, and who orders where. */
type NamedBy = {
  customer: { name: string; abbreviation: string };
  project: { name: string };
  orderName: string;
  resourceSlug: string;
  vmProjectSlug: string;
};

export const vmProjectName = ({
  customer,
  project,
  orderName,
}: Omit<NamedBy, 'resourceSlug' | 'vmProjectSlug'>): string =>
  [customer.abbreviation.trim() || customer.name, project.name, orderName].join(' / ');

/** Waldur finds a load balancer's cluster by it. */
export const loadBalancerName = (resourceSlug: string): string => `k8s-lb-${resourceSlug}`;

/** Rancher's name of the cluster, and the beginning of its machines' names, which fit into a host name: slugs are short. */
export const managedClusterName = (resourceSlug: string): string => `k8s-${resourceSlug}`;

export const managedNames = ({ resourceSlug, vmProjectSlug, ...named }: NamedBy): ManagedNames => ({
  vmProjectName: vmProjectName(named),
  vmProjectSlug,
  clusterName: managedClusterName(resourceSlug),
  loadBalancerName: loadBalancerName(resourceSlug),
});

/** Keystone's limit on a project's name. */
const MAX_TENANT_NAME = 64;
const DISTINCT = 8;

/**
 * Keystone's name of a tenant. A slug that an operator has made too long is cut, and two that begin alike stay apart by the
 * offering's uuid.
 */
export function tenantName(
  vmProjectSlug: string,
  { slug, offeringUuid }: Pick<OfferedCloud, 'slug' | 'offeringUuid'>,
): string {
  const name = `os-tenant-${vmProjectSlug}-${slug}`;
  if (name.length <= MAX_TENANT_NAME) return name;
  return `${name.slice(0, MAX_TENANT_NAME - DISTINCT - 1)}-${offeringUuid.slice(0, DISTINCT)}`;
}
