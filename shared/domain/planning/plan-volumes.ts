import type { Uuid } from '../_core/identifier.ts';
import type { Refusals } from '../_core/refusals.ts';
import type { SiteSettings } from '../_core/site-settings.ts';
import type { TenantFacts } from './cloud-facts.ts';
import { findInTenant } from './find-in-tenant.ts';
import type { NodeSpec } from './node-spec.ts';
import type { NodeRequest } from './order-attributes.ts';

type Sizes = Pick<SiteSettings, 'systemVolumeMinSizeGb'>;

/**
 * The name of the wanted volume type. Requests to Nova need the name, not the uuid. Undefined for the cloud's default
 * type.
 */
export function volumeTypeName(
  wanted: Uuid | undefined,
  facts: TenantFacts,
  field: string,
  refused: Refusals,
): string | undefined {
  if (wanted === undefined) return undefined;
  const type = findInTenant(facts.volumeTypes, facts, 'volume-type', wanted);
  if (!type) refused.add(field, `Volume type ${wanted} is not visible in tenant ${facts.tenant.name}.`);
  return type?.name;
}

/** The volume type that the node names, or else the template's preferred type if the tenant has it. */
export function systemVolumeTypeName(
  { systemVolumeTypeUuid, preferredVolumeType }: NodeRequest,
  facts: TenantFacts,
  refused: Refusals,
): string | undefined {
  if (systemVolumeTypeUuid !== undefined) {
    return volumeTypeName(systemVolumeTypeUuid, facts, 'system_volume_type', refused);
  }
  return facts.volumeTypes.find(({ name }) => name === preferredVolumeType)?.name;
}

export function planDataVolumes(node: NodeRequest, facts: TenantFacts, refused: Refusals): NodeSpec['dataVolumes'] {
  const mountPoints = new Set(node.dataVolumes.map((volume) => volume.mountPoint));
  if (mountPoints.size < node.dataVolumes.length) {
    refused.add('data_volumes', 'Each mount point can be specified once at most.');
  }
  return node.dataVolumes.map(({ sizeMb, mountPoint, filesystem, volumeTypeUuid }) => {
    const volumeType = volumeTypeName(volumeTypeUuid, facts, 'data_volumes', refused);
    return { sizeMb, mountPoint, filesystem, ...(volumeType !== undefined && { volumeType }) };
  });
}

/**
 * The size of a system volume, at least SYSTEM_VOLUME_MIN_SIZE. That setting is in GB, but orders have sizes in MB
 * (docs/spec/managed-clusters.md#sizes-are-gb-or-mb).
 */
export function systemVolumeSize(node: NodeRequest, { systemVolumeMinSizeGb }: Sizes, refused: Refusals): number {
  const minimumMb = systemVolumeMinSizeGb * 1024;
  const sizeMb = node.systemVolumeSizeMb ?? minimumMb;
  if (sizeMb < minimumMb) {
    refused.add('system_volume_size', `Ensure this value is greater than or equal to ${minimumMb} MB.`);
  }
  return sizeMb;
}
