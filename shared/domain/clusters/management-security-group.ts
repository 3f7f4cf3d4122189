import { z } from 'zod';
import { openstackUuid, type Uuid, uuid } from '../_core/identifier.ts';

/** A security group for managing the cluster. It is in the tenant that the provider's options name. */
export const managementGroup = z.object({
  tenantUuid: uuid,
  cloudUuid: uuid,
  /** Neutron's id of the group. Empty until Neutron has answered the request that creates the group. */
  backendId: z.string(),
});
export type ManagementGroup = z.infer<typeof managementGroup>;

export const managementGroupUuid = ({ cloudUuid, backendId }: ManagementGroup): Uuid =>
  openstackUuid(cloudUuid, 'security-group', backendId);

const SAYS = 'Access for management of cluster ';
/**
 * Name and description have Waldur's format (docs/spec/waldur-rancher.md#management-security-group). The description
 * ends with the cluster's uuid. Paddock finds the group by its description, because the name is not unique: a later
 * cluster may get the same name, and providers may share a tenant.
 */
export const newManagementGroup = ({ name, uuid: clusterUuid }: { name: string; uuid: Uuid }) => ({
  name,
  description: `${SAYS}${name} (${clusterUuid})`,
});
export const isManagementGroupOf = (clusterUuid: Uuid, { description }: { description: string }): boolean =>
  description.startsWith(SAYS) && description.endsWith(` (${clusterUuid})`);
