import type { OfferedCloud } from './offered-cloud.ts';

/**
 * Names of the objects that a managed order creates. Some objects exist once, others once in each tenant. Names of
 * nodes are missing here, because the plan makes them (docs/spec/managed-clusters.md#names).
 */
export type ManagedNames = {
  /** The VM project: the project of Paddock to which the cluster's tenants and machines belong. */
  vmProjectName: string;
  vmProjectSlug: string;
  clusterName: string;
  /** Name of the load balancers, the same in all tenants. */
  loadBalancerName: string;
};

/**
 * Texts from which names are made: names of the order, customer and project, and slugs of the resource and the VM
 * project.
 */
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

/** Name of a cluster's load balancers. Waldur finds the cluster of a load balancer by this name. */
export const loadBalancerName = (resourceSlug: string): string => `k8s-lb-${resourceSlug}`;

/**
 * The cluster's name in Rancher. The names of its machines begin with this name. The name always fits into a host name,
 * because slugs are short.
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
 * The tenant's name in Keystone. If the slug makes the name too long, the name is cut. A cut name gets a part of the
 * offering's uuid, so that two cut names are still different.
 */
export function tenantName(
  vmProjectSlug: string,
  { slug, offeringUuid }: Pick<OfferedCloud, 'slug' | 'offeringUuid'>,
): string {
  const name = `os-tenant-${vmProjectSlug}-${slug}`;
  if (name.length <= MAX_TENANT_NAME) return name;
  return `${name.slice(0, MAX_TENANT_NAME - DISTINCT - 1)}-${offeringUuid.slice(0, DISTINCT)}`;
}
