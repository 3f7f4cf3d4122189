import { type Node, type NodeReferences, nodeLike } from '@paddock/client';
import { type Flavor, flavorText } from '../../order/choices.ts';
import { gigabytes, toMegabytes } from '../../ui/format.ts';

/** The differences between a new node and the copied node. The size is in GB. */
export type Differences = { flavor?: string; disk?: number };
type Copied = Pick<Node, 'role' | 'initial_data'>;
type Owner = { uuid: string; tenant_uuid: string };

/**
 * Makes the body of a new node that copies an existing node. The user may have chosen another flavor or size of the
 * system volume.
 */
export const newNodeBody = (
  like: Copied,
  cluster: Owner,
  references: NodeReferences,
  { flavor = references.flavor, disk }: Differences,
) => ({
  ...nodeLike(like, cluster, { ...references, flavor }),
  ...(disk !== undefined && { system_volume_size: toMegabytes(disk) }),
});

const sized = (size: number, type: string | null): string => `${gigabytes(size)}${type ? ` (${type})` : ''}`;

/** Describes the new node as text. The API's sizes are in MB. */
export function newNodeText({ initial_data: spec }: Copied, flavor: Flavor, { disk }: Differences): string {
  const system = disk === undefined ? spec.system_volume_size : toMegabytes(disk);
  const data = spec.data_volumes.map(
    ({ mount_point, size, volume_type }) => `${mount_point} ${sized(size, volume_type)}`,
  );
  const volumes = [`a system volume of ${sized(system, spec.system_volume_type)}`, ...data];
  return `Makes one agent of ${flavorText(flavor)}, with ${volumes.join(', ')}. The cluster stays OK meanwhile.`;
}
