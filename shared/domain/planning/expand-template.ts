import { Invalid } from '#shared/errors';
import type { Uuid } from '../_core/identifier.ts';
import type { ClusterTemplate, TemplateNode } from './cluster-template.ts';
import type { RequestedAttributes } from './order-attributes.ts';

const MB_PER_GB = 1024;

const nodeOf = (
  { role, minVcpus, minRamGb, systemVolumeSizeGb, preferredVolumeType }: TemplateNode,
  subnetUuid: Uuid,
  smallestVolumeGb: number,
): RequestedAttributes['nodes'][number] => ({
  role,
  subnetUuid,
  cpu: minVcpus,
  memoryMb: minRamGb * MB_PER_GB,
  systemVolumeSizeMb: Math.max(systemVolumeSizeGb, smallestVolumeGb) * MB_PER_GB,
  ...(preferredVolumeType !== '' && { preferredVolumeType }),
  dataVolumes: [],
});

/**
 * Adds the template's nodes to the order. If the order itself lists nodes of a role, the template's nodes of that role
 * are left out. Throws Invalid for `subnet` if nodes are added and the order names no subnet.
 */
export function expandTemplate(
  { subnetUuid, ...attributes }: RequestedAttributes,
  { nodes }: Pick<ClusterTemplate, 'nodes'>,
  { systemVolumeMinSizeGb }: { systemVolumeMinSizeGb: number },
): RequestedAttributes {
  const listed = new Set(attributes.nodes.map(({ role }) => role));
  const added = nodes.filter(({ role }) => !listed.has(role));
  if (added.length === 0) return attributes;
  if (subnetUuid === undefined)
    throw new Invalid({ subnet: ['The cluster template adds nodes to the order. Name a subnet for these nodes.'] });
  return {
    ...attributes,
    nodes: [...attributes.nodes, ...added.map((node) => nodeOf(node, subnetUuid, systemVolumeMinSizeGb))],
  };
}
