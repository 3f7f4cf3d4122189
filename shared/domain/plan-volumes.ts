import type { TenantFacts } from './cloud-facts.ts';
import { findInTenant } from './find-in-tenant.ts';
import type { Uuid } from './identifier.ts';
import type { NodeSpec } from './node.ts';
import type { NodeRequest } from './order-attributes.ts';
import type { Refusals } from './refusals.ts';

/** SYSTEM_VOLUME_MIN_SIZE 64 means 64 GB for self-managed orders (design §7). */
const SYSTEM_VOLUME_MIN_SIZE_MB = 64 * 1024;

/** A volume type's name, which is what Nova takes; undefined leaves the cloud's default. */
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

export function systemVolumeSize(node: NodeRequest, refused: Refusals): number {
  const sizeMb = node.systemVolumeSizeMb ?? SYSTEM_VOLUME_MIN_SIZE_MB;
  if (sizeMb < SYSTEM_VOLUME_MIN_SIZE_MB) {
    refused.add('system_volume_size', `Ensure this value is greater than or equal to ${SYSTEM_VOLUME_MIN_SIZE_MB}.`);
  }
  return sizeMb;
}
