import type { FieldErrors } from '#shared/errors';
import { Refusals } from '../../_core/refusals.ts';
import type { SiteSettings } from '../../_core/site-settings.ts';
import type { Flavor, Image, TenantFacts } from '../cloud-facts.ts';
import { findInTenant } from '../find-in-tenant.ts';
import { flavorProblem } from '../flavors/choose-flavor.ts';
import { volumeTypeName } from '../plan-volumes.ts';
import type { PoolRequest } from './pool-request.ts';
import { isWorkerOnly, type PoolSpec } from './pool-spec.ts';

/** Facts about the offering and its tenant that the plan of a pool needs. */
export type PoolFacts = {
  tenant: TenantFacts;
  /** Name of the provider's image. */
  baseImageName: string;
  /** The SSH user in the provider's image. Rancher signs in as this user. */
  sshUser: string;
  /** Whether each machine gets a floating IP from the external network of its network's router. */
  allocateFloatingIps: boolean;
  flavorsRegex?: string | undefined;
  site: Pick<SiteSettings, 'roleRequirement' | 'systemVolumeMinSizeGb'>;
};

function flavorOf(
  request: PoolRequest,
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

function imageOf(
  { imageUuid }: PoolRequest,
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
function networkOf({ networkUuids }: PoolRequest, { tenant }: PoolFacts, refused: Refusals): string | undefined {
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

/** Rancher takes the network of floating IPs by its name. */
function floatingIpPoolOf(
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

function groupsOf({ securityGroupUuids }: PoolRequest, { tenant }: PoolFacts, refused: Refusals): string[] {
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

const MB_PER_GB = 1024;

function rootVolumeOf({ rootVolume }: PoolRequest, { tenant, site }: PoolFacts, refused: Refusals) {
  if (!rootVolume) return undefined;
  const volumeType = volumeTypeName(rootVolume.volumeTypeUuid, tenant, 'root_volume', refused);
  const minimumMb = site.systemVolumeMinSizeGb * MB_PER_GB;
  if (rootVolume.sizeMb < minimumMb) {
    refused.add('root_volume', `Ensure this value is greater than or equal to ${minimumMb} MB.`);
  }
  return { sizeGb: Math.ceil(rootVolume.sizeMb / MB_PER_GB), ...(volumeType !== undefined && { volumeType }) };
}

/** Refuses data volumes. Rancher's driver can create a second volume, but does not delete it with the machine. */
function checkDataVolumes({ dataVolumes }: PoolRequest, refused: Refusals): void {
  if (dataVolumes.length > 0) {
    refused.add(
      'data_volumes',
      'Machines of pools cannot have data volumes, because Rancher does not delete these volumes with the machine. Use a root volume.',
    );
  }
}

/** A planned pool, or its errors by field. */
export type PlannedPool = { spec: PoolSpec; errors?: never } | { spec?: never; errors: FieldErrors };

/** Plans a pool with the cloud's ids. `pool-problems.ts` checks the fields of the pool itself. */
export function planPool(request: PoolRequest, facts: PoolFacts): PlannedPool {
  const refused = new Refusals();
  const flavor = flavorOf(request, facts, refused);
  const image = imageOf(request, facts, refused);
  const networkId = networkOf(request, facts, refused);
  const floatingIpPool = floatingIpPoolOf(networkId, facts, refused);
  const securityGroupIds = groupsOf(request, facts, refused);
  const rootVolume = rootVolumeOf(request, facts, refused);
  checkDataVolumes(request, refused);
  if (!refused.isEmpty || !flavor || !image || networkId === undefined) return { errors: refused.byField };
  const {
    flavorUuid,
    imageUuid,
    networkUuids,
    securityGroupUuids,
    rootVolume: asked,
    dataVolumes,
    ...settings
  } = request;
  return {
    spec: {
      ...settings,
      ...{ flavorId: flavor.id, imageId: image.id, networkId, securityGroupIds, sshUser: facts.sshUser },
      ...(rootVolume && { rootVolume }),
      ...(floatingIpPool !== undefined && { floatingIpPool }),
    },
  };
}
