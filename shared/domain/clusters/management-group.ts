import { z } from 'zod';
import { openstackUuid, type Uuid, uuid } from '../_core/identifier.ts';

/** The security group by which a cluster is managed; it is in the tenant that the provider names, and in that one's cloud. */
export const managementGroup = z.object({
  tenantUuid: uuid,
  cloudUuid: uuid,
  /** Neutron's id; empty from the moment that it was asked for until the answer was heard. */
  backendId: z.string(),
});
export type ManagementGroup = z.infer<typeof managementGroup>;

export const managementGroupUuid = ({ cloudUuid, backendId }: ManagementGroup): Uuid =>
  openstackUuid(cloudUuid, 'security-group', backendId);

const SAYS = 'Access for management of cluster ';
/**
 * Waldur's name and description (docs/spec/waldur-rancher.md#management-security-group), with the cluster's uuid behind them: names are
 * used again, and providers may share a tenant, so that a group of the same name may be another cluster's.
 */
export const newManagementGroup = ({ name, uuid: clusterUuid }: { name: string; uuid: Uuid }) => ({
  name,
  description: `${SAYS}${name} (${clusterUuid})`,
});
export const isManagementGroupOf = (clusterUuid: Uuid, { description }: { description: string }): boolean =>
  description.startsWith(SAYS) && description.endsWith(` (${clusterUuid})`);
