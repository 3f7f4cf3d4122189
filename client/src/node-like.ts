import type { Node } from './generated/schema.d.ts';

/** Uuids of what a node is made from. Its record has the cloud's own ids, and names of volume types. */
export type NodeReferences = { subnet: string; flavor: string; volumeTypes: Readonly<Record<string, string>> };

/** The newest nodes: they are copied for new ones, and they go first. */
export const newestNodes = <N extends Pick<Node, 'created' | 'name'>>(nodes: readonly N[], count: number): N[] =>
  nodes.toSorted((a, b) => b.created.localeCompare(a.created) || b.name.localeCompare(a.name)).slice(0, count);

/** The body of a new node that is like another one. Nodes name their tenant if the cluster has none of its own. */
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

/** The tenant for the next node of a managed cluster: the one that has the fewest. Undefined if there is only one. */
export function emptiestTenant(all: readonly Placed[], ofRole: readonly Placed[], index: number): string | undefined {
  const tenants = [...new Set(all.map(({ initial_data }) => initial_data.tenant))];
  const counted = tenants
    .map((tenant) => ({ tenant, count: ofRole.filter(({ initial_data }) => initial_data.tenant === tenant).length }))
    .toSorted((a, b) => a.count - b.count);
  return tenants.length < 2 ? undefined : counted[index % counted.length]?.tenant;
}
