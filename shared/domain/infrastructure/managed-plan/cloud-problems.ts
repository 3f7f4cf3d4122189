import { Refusals } from '#shared/domain/_core/refusals';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import { gigabytesOf } from '#shared/domain/planning/checks/check-tenant-quotas';
import { flavorProblem } from '#shared/domain/planning/flavors/choose-flavor';
import type { PluginOptions } from '#shared/domain/providers/plugin-options';
import type { FieldErrors } from '#shared/errors';
import type { ManagedAttributes } from '../managed-attributes.ts';
import { externalNetworkIn, flavorIn, imageIn, type OfferedCloud, usesVolumeTypes } from '../offered-cloud.ts';
import { MANAGED_ROLES, type ManagedMachines, type ManagedRole, managedMachines } from './managed-machines.ts';
import { poolsInCloudsProblem } from './managed-pool-problems.ts';
import { CLOUDS_FIELD, FLAVOR_FIELDS, noExternalNetworkText, noFlavorText, noImageText } from './missing-in-cloud.ts';
import { poolsOfCloud } from './pool-in-tenant.ts';
import { limitProblem, tenantLimits } from './tenant-quotas.ts';

export type ManagedOrdered = {
  attributes: ManagedAttributes;
  options: PluginOptions;
  site: Pick<SiteSettings, 'roleRequirement' | 'systemVolumeMinSizeGb'>;
};
type Refusal = [field: string, text: string];
type Check = (cloud: OfferedCloud, ordered: ManagedOrdered & { machines: ManagedMachines }) => Refusal[];

/** Roles of machines that Paddock makes. Machines of pools are made by Rancher. */
const rolesOf = ({ pools }: ManagedAttributes): readonly ManagedRole[] => (pools ? ['loadBalancer'] : MANAGED_ROLES);

/**
 * Flavors that a cloud lacks. If the offering names no flavor for a role, another check reports this once for all
 * clouds.
 */
const missingFlavors: Check = (cloud, { machines, attributes }) =>
  rolesOf(attributes).flatMap((role): Refusal[] => {
    const { flavorName } = machines[role];
    const isFound = flavorName === undefined || flavorIn(cloud, flavorName) !== undefined;
    return isFound ? [] : [[FLAVOR_FIELDS[role], noFlavorText(cloud, flavorName)]];
  });

/**
 * All volume types that the order and the offering name, even if no such volume would be created. Waldur checks these
 * types, too.
 */
const namedTypes = (attributes: ManagedAttributes, options: PluginOptions): [string, string | undefined][] => [
  ['worker_nodes_data_volume_type_name', attributes.workerNodesDataVolumeTypeName],
  ['worker_nodes_longhorn_volume_type_name', attributes.workerNodesLonghornVolumeTypeName],
  [CLOUDS_FIELD, options.managed_rancher_server_system_volume_type_name],
  [CLOUDS_FIELD, options.managed_rancher_server_data_volume_type_name],
  [CLOUDS_FIELD, options.managed_rancher_worker_system_volume_type_name],
  [CLOUDS_FIELD, options.managed_rancher_load_balancer_system_volume_type_name],
  [CLOUDS_FIELD, options.managed_rancher_load_balancer_data_volume_type_name],
];

const missingVolumeTypes: Check = (cloud, { attributes, options }) => {
  if (!usesVolumeTypes(cloud, options)) return [];
  const isMissing = (type: string) => !cloud.volumeTypes.some(({ name }) => name === type);
  return namedTypes(attributes, options).flatMap(([field, name]): Refusal[] =>
    name && isMissing(name)
      ? [[field, `Volume type ${name} is not available in OpenStack offering ${cloud.offeringUuid}`]]
      : [],
  );
};

const missingImage: Check = (cloud) => (imageIn(cloud) ? [] : [[CLOUDS_FIELD, noImageText(cloud)]]);

const missingExternalNetwork: Check = (cloud) =>
  externalNetworkIn(cloud) ? [] : [[CLOUDS_FIELD, noExternalNetworkText(cloud)]];

/**
 * System volumes that are too small for the image. Nova would refuse them only later, when the tenants already exist.
 */
const smallSystemVolumes: Check = (cloud, { machines, attributes }) => {
  const image = imageIn(cloud);
  const smallest = Math.min(...rolesOf(attributes).map((role) => gigabytesOf(machines[role].systemVolume.sizeMb)));
  if (!image || image.minDiskGb <= smallest) return [];
  const text = `Image ${image.name} of OpenStack offering ${cloud.offeringUuid} needs system volumes of at least ${image.minDiskGb} GB.`;
  return [['offering', text]];
};

/**
 * The offering's `flavors_regex` limits what customers may choose. Flavors that the operator has named need not match
 * it.
 */
const unfitFlavors: Check = (cloud, { machines, attributes, options, site: { roleRequirement } }) =>
  (['worker', 'server'] as const).flatMap((role): Refusal[] => {
    if (!rolesOf(attributes).includes(role)) return [];
    const flavor = flavorIn(cloud, machines[role].flavorName);
    const flavorsRegex = role === 'worker' ? options.flavors_regex : undefined;
    const nodeRole = role === 'worker' ? 'agent' : 'server';
    const problem = flavor && flavorProblem(flavor, nodeRole, { roleRequirement, flavorsRegex });
    return problem === undefined ? [] : [[FLAVOR_FIELDS[role], problem]];
  });

/**
 * Checks whether the tenants in all clouds together need more than the offering allows. Reports nothing if a flavor is
 * missing, because another check reports the missing flavor.
 */
function overLimits(
  clouds: readonly OfferedCloud[],
  { attributes, options }: ManagedOrdered,
  machines: ManagedMachines,
) {
  const names = (cloud: OfferedCloud) => [
    ...rolesOf(attributes).map((role) => machines[role].flavorName),
    ...poolsOfCloud(attributes, cloud).map(({ flavorName }) => flavorName),
  ];
  const isWhole = (cloud: OfferedCloud) => imageIn(cloud) || !attributes.pools;
  if (!clouds.every((cloud) => isWhole(cloud) && names(cloud).every((name) => flavorIn(cloud, name)))) return {};
  const problem = limitProblem(
    clouds.map((cloud) => tenantLimits(attributes, options, cloud)),
    options,
  );
  return problem === undefined ? {} : { non_field_errors: [problem] };
}

/** Merges the errors of one check in several clouds. Equal texts are reported once. */
function errorsOf(refusals: readonly Refusal[]): FieldErrors {
  const refused = new Refusals();
  const said = new Set<string>();
  for (const [field, text] of refusals) {
    if (!said.has(text)) refused.add(field, text);
    said.add(text);
  }
  return refused.byField;
}

/**
 * Checks whether the clouds have everything that a managed order needs. Returns one entry for each failed check.
 * Waldur's checks come first, in the order of docs/spec/orders.md#managed-orders. Paddock's own checks follow. An order
 * is refused with the first entry, and a dry run shows all entries.
 */
export function cloudProblems(ordered: ManagedOrdered, clouds: readonly OfferedCloud[]): FieldErrors[] {
  const machines = managedMachines(ordered.attributes, ordered.options);
  const inEach = (check: Check) => errorsOf(clouds.flatMap((cloud) => check(cloud, { ...ordered, machines })));
  const checked = [
    inEach(missingFlavors),
    inEach(missingVolumeTypes),
    overLimits(clouds, ordered, machines),
    inEach(missingImage),
    inEach(missingExternalNetwork),
    inEach(smallSystemVolumes),
    inEach(unfitFlavors),
    poolsInCloudsProblem(ordered.attributes, ordered, clouds),
  ];
  return checked.filter((errors) => Object.keys(errors).length > 0);
}
