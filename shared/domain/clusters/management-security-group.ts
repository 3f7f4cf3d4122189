import { z } from 'zod';
import { openstackUuid, type Uuid, uuid } from '../_core/identifier.ts';

/** The security group for managing a cluster. It is made in the tenant that the provider names, in that tenant's cloud. */
export const managementGroup = z.object({
  tenantUuid: uuid,
  cloudUuid: uuid,
  /** Neutron's id of the group. Empty between the request and Neutron's answer. */
  backendId: z.string(),
});
export type ManagementGroup = z.infer<typeof managementGroup>;

export const managementGroupUuid = ({ cloudUuid, backendId }: ManagementGroup): Uuid =>
  openstackUuid(cloudUuid, 'security-group', backendId);

const SAYS = 'Access for management of cluster ';
/**
 * Waldur's name and description (docs/spec/waldur-rancher.md#management-security-group), followed by the cluster's
 * uuid. Without the uuid, a group of the same name could belong to another cluster: names can be used again, and
 * providers may share a tenant.
 */
export const newManagementGroup = ({ name, uuid: clusterUuid }: { name: string; uuid: Uuid }) => ({
  name,
  description: `${SAYS}${name} (${clusterUuid})`,
});
export const isManagementGroupOf = (clusterUuid: Uuid, { description }: { description: string }): boolean =>
  description.startsWith(SAYS) && description.endsWith(` (${clusterUuid})`);
