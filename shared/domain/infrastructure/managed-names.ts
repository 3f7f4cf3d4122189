import type { OfferedCloud } from './offered-cloud.ts';

/**
 * Names of the objects that a managed order creates, except for the nodes. Some exist once, some once in each tenant.
 * The plan makes the names of nodes (docs/spec/managed-clusters.md#names).
 */
export type ManagedNames = {
  /** The VM project: the project of Paddock that has the cluster's tenants and machines. */
  vmProjectName: string;
  vmProjectSlug: string;
  clusterName: string;
  /** Name of the load balancers. It is the same in all tenants. */
  loadBalancerName: string;
};

/**
 * The texts from which names are made: the names of the order and of the buyer's customer and project, and the slugs of
 * the resource and the VM project.
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

/** Name of a cluster's load balancers. From this name Waldur recognizes to which cluster a load balancer belongs. */
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
 * Keystone's name of a tenant. If the slug makes the name too long, the name is cut and gets a part of the offering's
 * uuid, so that two cut names are different.
 */
export function tenantName(
  vmProjectSlug: string,
  { slug, offeringUuid }: Pick<OfferedCloud, 'slug' | 'offeringUuid'>,
): string {
  const name = `os-tenant-${vmProjectSlug}-${slug}`;
  if (name.length <= MAX_TENANT_NAME) return name;
  return `${name.slice(0, MAX_TENANT_NAME - DISTINCT - 1)}-${offeringUuid.slice(0, DISTINCT)}`;
}
