import type { Node } from './generated/schema.d.ts';

/**
 * Uuids of the subnet, flavor and volume types of a node. A node's record has only the cloud's own ids, and names of
 * volume types.
 */
export type NodeReferences = { subnet: string; flavor: string; volumeTypes: Readonly<Record<string, string>> };

/**
 * Returns the nodes that were created last. An added node is a copy of one of these nodes. When nodes are removed,
 * these nodes are removed first.
 */
export const newestNodes = <N extends Pick<Node, 'created' | 'name'>>(nodes: readonly N[], count: number): N[] =>
  nodes.toSorted((a, b) => b.created.localeCompare(a.created) || b.name.localeCompare(a.name)).slice(0, count);

/**
 * Makes the body of a new node with the properties of an existing node. The body names a tenant if the cluster has no
 * tenant of its own.
 */
export function nodeLike(
  { role, initial_data: spec }: Pick<Node, 'role' | 'initial_data'>,
  cluster: { uuid: string; tenant_uuid: string },
  { subnet, flavor, volumeTypes }: NodeReferences,
) {
  return {
    ...{ cluster: cluster.uuid, role, subnet, flavor },
    ...(cluster.tenant_uuid === '' && { tenant: spec.tenant }),
    system_volume_size: spec.system_volume_size,
    ...(spec.system_volume_type !== null && { system_volume_type: volumeTypes[spec.system_volume_type] ?? null }),
    data_volumes: spec.data_volumes.map(({ volume_type, ...volume }) => ({
      ...volume,
      ...(volume_type !== null && { volume_type: volumeTypes[volume_type] ?? null }),
    })),
  };
}

type Placed = { initial_data: { tenant: string } };

/**
 * Chooses the tenant with the fewest nodes for the next node of a managed cluster. Returns undefined if the cluster has
 * only one tenant.
 */
export function emptiestTenant(all: readonly Placed[], ofRole: readonly Placed[], index: number): string | undefined {
  const tenants = [...new Set(all.map(({ initial_data }) => initial_data.tenant))];
  const counted = tenants
    .map((tenant) => ({ tenant, count: ofRole.filter(({ initial_data }) => initial_data.tenant === tenant).length }))
    .toSorted((a, b) => a.count - b.count);
  return tenants.length < 2 ? undefined : counted[index % counted.length]?.tenant;
}
