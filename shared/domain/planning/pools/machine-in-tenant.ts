import type { Refusals } from '../../_core/refusals.ts';
import type { SiteSettings } from '../../_core/site-settings.ts';
import type { Flavor, Image, TenantFacts } from '../cloud-facts.ts';
import { findInTenant } from '../find-in-tenant.ts';
import { flavorProblem } from '../flavors/choose-flavor.ts';
import type { NodeRole } from '../order-attributes.ts';
import { volumeTypeName } from '../plan-volumes.ts';
import type { PoolRequest } from './pool-request.ts';
import { isWorkerOnly } from './pool-spec.ts';

/** Facts about the offering and its tenant that the plan of a pool needs. */
export type PoolFacts = {
  tenant: TenantFacts;
  baseImageName: string;
  /** The SSH user in the provider's image. Rancher signs in as this user. */
  sshUser: string;
  /** Whether each machine gets a floating IP from the external network of its network's router. */
  allocateFloatingIps: boolean;
  flavorsRegex?: string | undefined;
  /** Objects that Paddock has made in the tenant, if the cluster is managed. Undefined for other clusters. */
  made?: MadeObjects | undefined;
  site: Pick<SiteSettings, 'roleRequirement' | 'systemVolumeMinSizeGb'>;
};

/**
 * Objects that Paddock has made in a tenant for all machines of a cluster. Requests for pools cannot choose other
 * objects.
 */
export type MadeObjects = {
  networkId: string;
  securityGroupIds: readonly string[];
  serverGroupIds: Readonly<Partial<Record<NodeRole, string>>>;
  availabilityZone?: string | undefined;
};
type Chosen = Partial<Pick<PoolRequest, 'networkUuids' | 'securityGroupUuids' | 'availabilityZone' | 'serverGroupId'>>;

/** Refuses values for fields that Paddock chooses for all pools of a managed cluster. */
export function checkChosen(request: Chosen, { made }: PoolFacts, refused: Refusals): void {
  if (!made) return;
  const text = 'Paddock chooses this for all machines of a managed cluster. Leave this field out.';
  if (request.networkUuids?.length) refused.add('networks', text);
  if (request.securityGroupUuids?.length) refused.add('security_groups', text);
  if (request.availabilityZone !== undefined) refused.add('availability_zone', text);
  if (request.serverGroupId !== undefined) refused.add('server_group', text);
}

/** The tenant, zone and server group of a pool, if its cluster is managed. Empty for pools of other clusters. */
export function placeOf({ roles }: Pick<PoolRequest, 'roles'>, { made, tenant }: PoolFacts) {
  if (!made) return {};
  const serverGroupId = made.serverGroupIds[isWorkerOnly({ roles }) ? 'agent' : 'server'];
  return { tenantUuid: tenant.tenant.uuid, availabilityZone: made.availabilityZone, serverGroupId };
}

export function flavorOf(
  request: Pick<PoolRequest, 'flavorUuid' | 'roles'>,
  { tenant, site, flavorsRegex }: PoolFacts,
  refused: Refusals,
): Flavor | undefined {
  const flavor = findInTenant(tenant.flavors, tenant, 'flavor', request.flavorUuid);
  const role = isWorkerOnly(request) ? 'agent' : 'server';
  const problem = flavor
    ? flavorProblem(flavor, role, { ...site, flavorsRegex })
    : `Flavor ${request.flavorUuid} is not visible in tenant ${tenant.tenant.name}.`;
  if (problem !== undefined) refused.add('flavor', problem);
  return flavor;
}

export function imageOf(
  { imageUuid }: Pick<PoolRequest, 'imageUuid'>,
  { tenant, baseImageName }: PoolFacts,
  refused: Refusals,
): Image | undefined {
  const image =
    imageUuid === undefined
      ? tenant.images.find(({ name }) => name === baseImageName)
      : findInTenant(tenant.images, tenant, 'image', imageUuid);
  if (!image) refused.add('image', 'No matching image found.');
  return image;
}

/** The network of the machines. Rancher's OpenStack driver connects a machine to only one network. */
export function networkOf(
  { networkUuids }: Pick<PoolRequest, 'networkUuids'>,
  { tenant, made }: PoolFacts,
  refused: Refusals,
): string | undefined {
  if (made) return made.networkId;
  const [wanted] = networkUuids;
  if (networkUuids.length !== 1 || wanted === undefined) {
    refused.add('networks', 'Choose exactly one network, because Rancher connects a machine to one network only.');
    return undefined;
  }
  const networks = tenant.subnets.map(({ networkId }) => ({ id: networkId }));
  const network = findInTenant(networks, tenant, 'network', wanted);
  if (!network) refused.add('networks', `Network ${wanted} is not visible in tenant ${tenant.tenant.name}.`);
  return network?.id;
}

/**
 * The name of the external network for floating IPs. Rancher finds the network by this name. Undefined if the machines
 * get no floating IPs, or if there is no such network.
 */
export function floatingIpPoolOf(
  networkId: string | undefined,
  { tenant, allocateFloatingIps }: PoolFacts,
  refused: Refusals,
): string | undefined {
  if (!allocateFloatingIps || networkId === undefined) return undefined;
  const { subnets, gateways, externalNetworks = [] } = tenant;
  const own = subnets.filter((subnet) => subnet.networkId === networkId).map(({ id }) => id);
  const gateway = gateways.find(({ subnetId }) => own.includes(subnetId));
  const network = externalNetworks.find(({ id }) => id === gateway?.externalNetworkId);
  if (!network) {
    refused.add('networks', 'The network has no router to an external network, which floating IPs need.');
  }
  return network?.name;
}

export function groupsOf(
  { securityGroupUuids }: Pick<PoolRequest, 'securityGroupUuids'>,
  { tenant, made }: PoolFacts,
  refused: Refusals,
): string[] {
  if (made) return [...made.securityGroupIds];
  if (securityGroupUuids.length === 0) {
    const standard = tenant.securityGroups.find(({ name }) => name === 'default');
    if (!standard) refused.add('security_groups', 'Default security group is not found.');
    return standard ? [standard.id] : [];
  }
  return securityGroupUuids.flatMap((wanted) => {
    const group = findInTenant(tenant.securityGroups, tenant, 'security-group', wanted);
    if (!group)
      refused.add('security_groups', `Security group ${wanted} is not visible in tenant ${tenant.tenant.name}.`);
    return group?.id ?? [];
  });
}

/** Refuses a server group that is not the tenant's. Otherwise, Nova would refuse each machine of the pool later. */
export function checkServerGroup(
  { serverGroupId }: Pick<Partial<PoolRequest>, 'serverGroupId'>,
  { tenant: { tenant, serverGroups } }: PoolFacts,
  refused: Refusals,
): void {
  if (serverGroupId === undefined || serverGroups?.some(({ id }) => id === serverGroupId) !== false) return;
  refused.add('server_group', `Server group ${serverGroupId} is not visible in tenant ${tenant.name}.`);
}

const MB_PER_GB = 1024;

export function rootVolumeOf(
  { rootVolume }: Pick<PoolRequest, 'rootVolume'>,
  { tenant, site }: PoolFacts,
  refused: Refusals,
) {
  if (!rootVolume) return undefined;
  const volumeType = volumeTypeName(rootVolume.volumeTypeUuid, tenant, 'root_volume', refused);
  const minimumMb = site.systemVolumeMinSizeGb * MB_PER_GB;
  if (rootVolume.sizeMb < minimumMb) {
    refused.add('root_volume', `Ensure this value is greater than or equal to ${minimumMb} MB.`);
  }
  return { sizeGb: Math.ceil(rootVolume.sizeMb / MB_PER_GB), ...(volumeType !== undefined && { volumeType }) };
}

/** Refuses data volumes. Rancher's driver can create a second volume, but does not delete it with the machine. */
export function checkDataVolumes({ dataVolumes }: Pick<PoolRequest, 'dataVolumes'>, refused: Refusals): void {
  if (dataVolumes.length > 0) {
    refused.add(
      'data_volumes',
      'Machines of pools cannot have data volumes, because Rancher does not delete these volumes with the machine. Use a root volume.',
    );
  }
}
