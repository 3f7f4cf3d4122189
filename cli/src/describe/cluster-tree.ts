import type { ClusterDetail } from '../find/find-cluster.ts';
import type { Machine, NodeGroup, Pool } from '../find/read-parts.ts';
import type { Tree } from '../output/tree.ts';

type WholeNode = ClusterDetail['nodes'][number];
type Spec = Pick<
  WholeNode['initial_data'],
  'flavor_name' | 'vcpu' | 'ram' | 'system_volume_size' | 'system_volume_type'
> & { data_volumes: readonly { mount_point: string; size: number; volume_type: string | null }[] };
type Node = Pick<
  WholeNode,
  'name' | 'role' | 'state' | 'runtime_state' | 'addresses' | 'k8s_version' | 'last_error' | 'failed_servers'
> & { initial_data: Spec };
type Cluster = Pick<ClusterDetail, 'name' | 'state' | 'runtime_state' | 'kubernetes_version' | 'project_name'> & {
  nodes: readonly Node[];
};
type ShownPool = Pick<Pool, 'uuid' | 'name' | 'phase' | 'ready' | 'quantity' | 'roles' | 'autoscaling' | 'stalled'>;
type ShownMachine = Pick<
  Machine,
  'name' | 'pool_uuid' | 'phase' | 'kind' | 'node_name' | 'node_state' | 'waits_for' | 'failure'
>;
type Counts = 'node_count' | 'min_node_count' | 'max_node_count' | 'present_node_count' | 'ready_node_count';
type ShownGroup = Pick<
  NodeGroup,
  'name' | 'role' | 'flavor_id' | 'availability_zone' | 'auto_scaling_enabled' | 'updated_node_count' | Counts
>;
type ShownParts = { pools: ShownPool[]; machines: ShownMachine[]; node_groups: ShownGroup[] };

/** Makes the tree of a cluster: its pools, their machines or nodes, and their volumes. */
export function clusterTree(cluster: Cluster, { pools, machines, node_groups }: ShownParts): Tree {
  const roles = [...new Set(cluster.nodes.map(({ role }) => role))].sort().reverse();
  return {
    label: joined(cluster.name, stateOf(cluster), cluster.kubernetes_version, `in ${cluster.project_name}`),
    children: [
      ...pools.map((pool) =>
        poolTree(
          pool,
          machines.filter((machine) => machine.pool_uuid === pool.uuid),
        ),
      ),
      ...machines.filter(({ pool_uuid }) => pool_uuid === null).map(machineTree),
      ...node_groups.map(nodeGroupTree),
      ...roles.map((role) =>
        roleTree(
          role,
          cluster.nodes.filter((node) => node.role === role),
        ),
      ),
    ],
  };
}

const joined = (...parts: string[]): string => parts.filter((part) => part !== '').join('  ');
const stateOf = ({ state, runtime_state }: { state: string; runtime_state: string }): string =>
  runtime_state === '' ? state : `${state} (${runtime_state})`;
const sizeText = (mb: number): string => (mb % 1024 === 0 ? `${mb / 1024} GB` : `${mb} MB`);

const roleTree = (role: string, nodes: readonly Node[]): Tree => ({
  label: `${role}s, ${nodes.filter(({ state }) => state === 'OK').length} of ${nodes.length} ready`,
  children: nodes.toSorted((a, b) => a.name.localeCompare(b.name)).map(nodeTree),
});

function nodeTree(node: Node): Tree {
  const { name, addresses, k8s_version, last_error, failed_servers, initial_data: spec } = node;
  const flavor = `${spec.flavor_name} (${spec.vcpu} cores, ${sizeText(spec.ram)})`;
  return {
    label: joined(name, stateOf(node), addresses.join(' '), flavor, k8s_version),
    children: [
      ...(last_error === null ? [] : [{ label: `error: ${last_error.message}` }]),
      ...failed_servers.map(({ message }) => ({ label: `failed before: ${message}` })),
      { label: volumeText('system volume', spec.system_volume_size, spec.system_volume_type) },
      ...spec.data_volumes.map(({ mount_point, size, volume_type }) => ({
        label: volumeText(mount_point, size, volume_type),
      })),
    ],
  };
}

const volumeText = (what: string, mb: number, type: string | null): string => joined(what, sizeText(mb), type ?? '');

function poolTree(
  { name, phase, ready, quantity, roles, autoscaling, stalled }: ShownPool,
  machines: readonly ShownMachine[],
): Tree {
  const bounds = autoscaling === null ? '' : `autoscaling ${autoscaling.min} to ${autoscaling.max}`;
  return {
    label: joined(`pool ${name}`, phase, `${ready} of ${quantity} ready`, roles.join(', '), bounds),
    children: [
      ...(stalled === null ? [] : [{ label: `stalled: ${stalled.message} ${stalled.next_step}` }]),
      ...machines.map(machineTree),
    ],
  };
}

const machineTree = ({ name, phase, kind, node_name, node_state, waits_for, failure }: ShownMachine): Tree => ({
  label: joined(name, phase ?? kind, node_name === name ? '' : node_name, node_state),
  children: [
    ...(waits_for === '' ? [] : [{ label: `waits for: ${waits_for}` }]),
    ...(failure === '' ? [] : [{ label: `error: ${failure}` }]),
  ],
});

function nodeGroupTree(group: ShownGroup): Tree {
  const { name, role, flavor_id, availability_zone, node_count, present_node_count, updated_node_count } = group;
  const bounds = `autoscaling ${group.min_node_count} to ${group.max_node_count ?? 'any number'}`;
  const ready = `${group.ready_node_count} of ${node_count} ready`;
  return {
    label: joined(
      ...[`node group ${name}`, role, ready, flavor_id, availability_zone],
      group.auto_scaling_enabled ? bounds : '',
    ),
    children:
      updated_node_count < present_node_count
        ? [{ label: `${updated_node_count} of ${present_node_count} machines are as wanted` }]
        : [],
  };
}
