import { Refusals } from '#shared/domain/_core/refusals';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import { gigabytesOf } from '#shared/domain/planning/checks/check-tenant-quotas';
import type { Flavor } from '#shared/domain/planning/cloud-facts';
import { flavorProblem } from '#shared/domain/planning/flavors/choose-flavor';
import { diskProblems } from '#shared/domain/planning/pools/disk-problems';
import { isWorkerOnly } from '#shared/domain/planning/pools/pool-spec';
import type { PluginOptions } from '#shared/domain/providers/plugin-options';
import type { FieldErrors } from '#shared/errors';
import type { ManagedAttributes } from '../managed-attributes.ts';
import type { ManagedPoolRequest } from '../managed-pool-request.ts';
import { MAX_NODES_PER_TENANT } from '../networks/node-network.ts';
import { flavorIn, imageIn, type OfferedCloud, usesVolumeTypes } from '../offered-cloud.ts';
import { CLOUDS_FIELD, noFlavorText } from './missing-in-cloud.ts';
import { offeringOf } from './pool-in-tenant.ts';
import { mostMachines } from './sized-pool.ts';

const byPool = (each: FieldErrors[]): FieldErrors =>
  each.some((errors) => Object.keys(errors).length > 0) ? { pools: each } : {};

function cloudOfPoolProblem(pool: ManagedPoolRequest, attributes: ManagedAttributes): FieldErrors {
  const { openstackOfferingUuids: chosen } = attributes;
  const cloud = offeringOf(pool, attributes);
  if (cloud === undefined) return { openstack_offering: ['This field is required if the order has several clouds.'] };
  if (chosen.includes(cloud)) return {};
  return { openstack_offering: [`The order does not name this cloud in ${CLOUDS_FIELD}: ${cloud}`] };
}

/**
 * The error if a cloud gets more machines than its network has room for, or gets no pool. A cloud without a pool would
 * get a network and a load balancer that nothing uses.
 */
function cloudProblems({ openstackOfferingUuids: chosen, ...order }: ManagedAttributes): FieldErrors {
  const attributes = { ...order, openstackOfferingUuids: chosen };
  const pools = order.pools ?? [];
  const machinesIn = (cloud: string) =>
    pools.filter((pool) => offeringOf(pool, attributes) === cloud).reduce((sum, pool) => sum + mostMachines(pool), 0);
  const full = chosen.find((cloud) => machinesIn(cloud) > MAX_NODES_PER_TENANT);
  if (full !== undefined) {
    const text = `The network in OpenStack offering ${full} has room for ${MAX_NODES_PER_TENANT} machines, and the pools may have ${machinesIn(full)}.`;
    return { pools: [text] };
  }
  const unused = chosen.filter((cloud) => !pools.some((pool) => offeringOf(pool, attributes) === cloud));
  return unused.length > 0 ? { [CLOUDS_FIELD]: [`No pool is in these OpenStack offerings: ${unused.join(', ')}`] } : {};
}

/** What is wrong with the clouds of an order's pools. Empty if nothing is wrong, or if the order has no pools. */
export function poolCloudsProblem(attributes: ManagedAttributes): FieldErrors {
  const { pools, openstackOfferingUuids } = attributes;
  if (!pools || openstackOfferingUuids.length === 0) return {};
  const errors = byPool(pools.map((pool) => cloudOfPoolProblem(pool, attributes)));
  return Object.keys(errors).length > 0 ? errors : cloudProblems(attributes);
}

type Rules = { options: PluginOptions; site: Pick<SiteSettings, 'roleRequirement' | 'systemVolumeMinSizeGb'> };

function checkFlavor(pool: ManagedPoolRequest, cloud: OfferedCloud, { options, site }: Rules, refused: Refusals) {
  const flavor = flavorIn(cloud, pool.flavorName);
  const role = isWorkerOnly(pool) ? 'agent' : 'server';
  const problem = flavor
    ? flavorProblem(flavor, role, { roleRequirement: site.roleRequirement, flavorsRegex: options.flavors_regex })
    : noFlavorText(cloud, pool.flavorName);
  if (problem !== undefined) refused.add('flavor_name', problem);
  return flavor;
}

function checkVolume({ rootVolume }: ManagedPoolRequest, cloud: OfferedCloud, rules: Rules, refused: Refusals): void {
  if (!rootVolume) return;
  const minimumMb = rules.site.systemVolumeMinSizeGb * 1024;
  if (rootVolume.sizeMb < minimumMb) {
    refused.add('root_volume', `Ensure this value is greater than or equal to ${minimumMb} MB.`);
  }
  const { typeName } = rootVolume;
  const isUsed = typeName !== undefined && usesVolumeTypes(cloud, rules.options);
  if (isUsed && !cloud.volumeTypes.some(({ name }) => name === typeName)) {
    refused.add('root_volume', `Volume type ${typeName} is not available in OpenStack offering ${cloud.offeringUuid}`);
  }
}

/**
 * Checks that the disk of a machine is large enough for the image. Errors about the flavor are under `flavor_name`,
 * because a managed order names flavors by their names.
 */
function checkDisk({ rootVolume }: ManagedPoolRequest, cloud: OfferedCloud, flavor: Flavor, refused: Refusals): void {
  const image = imageIn(cloud);
  if (!image) return;
  const disk = rootVolume && { rootVolume: { sizeGb: gigabytesOf(rootVolume.sizeMb) } };
  const { flavor: tooSmall, root_volume: tooSmallVolume } = diskProblems(
    { flavorId: flavor.id, imageId: image.id, ...disk },
    cloud,
  );
  for (const text of [tooSmall ?? []].flat()) refused.add('flavor_name', String(text));
  for (const text of [tooSmallVolume ?? []].flat()) refused.add('root_volume', String(text));
}

/**
 * The errors about flavors, volumes and disks of an order's pools, by pool. Other checks report a missing image and
 * wrong clouds.
 */
export function poolsInCloudsProblem(
  attributes: ManagedAttributes,
  rules: Rules,
  clouds: readonly OfferedCloud[],
): FieldErrors {
  const each = (attributes.pools ?? []).map((pool) => {
    const cloud = clouds.find(({ offeringUuid }) => offeringUuid === offeringOf(pool, attributes));
    if (!cloud) return {};
    const refused = new Refusals();
    const flavor = checkFlavor(pool, cloud, rules, refused);
    checkVolume(pool, cloud, rules, refused);
    if (flavor) checkDisk(pool, cloud, flavor, refused);
    return refused.byField;
  });
  return byPool(each);
}
