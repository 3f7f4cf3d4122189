import type { OfferedCloud } from './offered-cloud.ts';

/**
 * Names of objects that a managed order creates once, or once in each tenant. Names of nodes are made by the plan
 * (docs/spec/managed-clusters.md#names).
 */
export type ManagedNames = {
  /** The VM project: the project of Paddock that has the cluster's tenants and machines. */
  vmProjectName: string;
  vmProjectSlug: string;
  clusterName: string;
  /** The load balancers of all tenants have this name. */
  loadBalancerName: string;
};

/** Parts that names are made of: the order's name, the slugs of resource and VM project, and the buyer's customer and project. */
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

/** Name of a cluster's load balancers. Waldur recognizes by this name which cluster a load balancer belongs to. */
export const loadBalancerName = (resourceSlug: string): string => `k8s-lb-${resourceSlug}`;

/**
 * The cluster's name in Rancher, and the prefix of its machines' names. It always fits into a host name, because slugs
 * are short.
 */
export const managedClusterName = (resourceSlug: string): string => `k8s-${resourceSlug}`;

export const managedNames = ({ resourceSlug, vmProjectSlug, ...named }: NamedBy): ManagedNames => ({
  vmProjectName: vmProjectName(named),
  vmProjectSlug,
  clusterName: managedClusterName(resourceSlug),
  loadBalancerName: loadBalancerName(resourceSlug),
});

/** Keystone's limit for the length of a project's name. */
const MAX_TENANT_NAME = 64;
const DISTINCT = 8;

/**
 * Keystone's name of a tenant. A slug that is too long is cut. The offering's uuid then keeps names with equal
 * beginnings apart.
 */
export function tenantName(
  vmProjectSlug: string,
  { slug, offeringUuid }: Pick<OfferedCloud, 'slug' | 'offeringUuid'>,
): string {
  const name = `os-tenant-${vmProjectSlug}-${slug}`;
  if (name.length <= MAX_TENANT_NAME) return name;
  return `${name.slice(0, MAX_TENANT_NAME - DISTINCT - 1)}-${offeringUuid.slice(0, DISTINCT)}`;
}
