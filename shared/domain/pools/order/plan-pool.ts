import { z } from 'zod';
import type { FieldErrors } from '#shared/errors';
import { uuid } from '../../_core/identifier.ts';
import { Refusals } from '../../_core/refusals.ts';
import type { SiteSettings } from '../../_core/site-settings.ts';
import type { Flavor, Image, TenantFacts } from '../../planning/cloud-facts.ts';
import { findInTenant } from '../../planning/find-in-tenant.ts';
import { flavorProblem } from '../../planning/flavors/choose-flavor.ts';
import { dataVolume } from '../../planning/order-attributes.ts';
import { volumeTypeName } from '../../planning/plan-volumes.ts';
import { isWorkerOnly, type PoolSpec, poolMachineSpec, poolSpec } from './pool-spec.ts';

/**
 * The machines of a pool as a customer orders them. The tenant's objects are named by the uuids that Paddock gives
 * them. Sizes are in MB.
 */
const machineRequest = z.object({
  flavorUuid: uuid,
  /** The image of the machines. If undefined, the provider's image is used. */
  imageUuid: uuid.optional(),
  networkUuids: z.array(uuid),
  /** The security groups of the machines. If empty, the tenant's default group is used. */
  securityGroupUuids: z.array(uuid),
  rootVolume: z.object({ sizeMb: z.int(), volumeTypeUuid: uuid.optional() }).optional(),
  dataVolumes: z.array(dataVolume),
  availabilityZone: z.string().optional(),
  serverGroupId: z.string().optional(),
  userData: z.string().optional(),
});
type MachineField = keyof typeof poolMachineSpec.shape;
const MACHINE_FIELDS = Object.fromEntries(Object.keys(poolMachineSpec.shape).map((key) => [key, true])) as Record<
  MachineField,
  true
>;
/** A pool in an order. */
export const poolRequest = poolSpec.omit(MACHINE_FIELDS).extend(machineRequest.shape);
export type PoolRequest = z.infer<typeof poolRequest>;

/** Facts about the offering and its tenant that the plan of a pool needs. */
export type PoolFacts = {
  tenant: TenantFacts;
  /** Name of the provider's image. */
  baseImageName: string;
  /** The SSH user in the provider's image. Rancher signs in as this user. */
  sshUser: string;
  /** The external network for floating IPs. Undefined if machines get no floating IPs. */
  floatingIpPool?: string | undefined;
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
      ...(facts.floatingIpPool !== undefined && { floatingIpPool: facts.floatingIpPool }),
    },
  };
}
