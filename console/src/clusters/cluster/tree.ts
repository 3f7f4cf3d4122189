import type { Node } from '@paddock/client';
import { counted, gigabytes } from '../../ui/format.ts';
import type { Machine, NodeGroup, Parts, Pool } from './parts-query.ts';

/** One object of the tree, as the page shows it. */
export type TreeItem = {
  kind: 'role' | 'node' | 'pool' | 'machine' | 'volume' | 'node group';
  id: string;
  label: string;
  state: string;
  /** Numbers and addresses, in the order in which they are shown. */
  details: string[];
  /** The reason why the object waits or has failed. */
  note: string;
  children: TreeItem[];
};

type SomeNode = Pick<Node, 'uuid' | 'name' | 'role' | 'state' | 'runtime_state' | 'addresses' | 'k8s_version'> & {
  initial_data: Pick<
    Node['initial_data'],
    'flavor_name' | 'vcpu' | 'ram' | 'system_volume_size' | 'system_volume_type' | 'data_volumes'
  >;
  last_error: { message: string } | null;
};
type SomePool = Pick<Pool, 'uuid' | 'name' | 'roles' | 'quantity' | 'ready' | 'phase'>;
type SomeMachine = Pick<
  Machine,
  'name' | 'node_name' | 'pool_uuid' | 'phase' | 'is_ready' | 'failure' | 'waits_for' | 'server_name'
>;

function volumesOf({ uuid, initial_data }: SomeNode): TreeItem[] {
  const volume = (name: string, size: number, type: string | null): TreeItem => ({
    ...{ kind: 'volume', id: `${uuid}/${name}`, label: name, state: '', note: '', children: [] },
    details: [gigabytes(size), ...(type ? [type] : [])],
  });
  const { system_volume_size, system_volume_type, data_volumes } = initial_data;
  return [
    volume('System volume', system_volume_size, system_volume_type),
    ...data_volumes.map(({ mount_point, size, volume_type }) => volume(mount_point, size, volume_type)),
  ];
}

const nodeItem = (node: SomeNode): TreeItem => ({
  kind: 'node',
  id: node.uuid,
  label: node.name,
  state: node.state,
  details: [
    `${node.initial_data.flavor_name}: ${node.initial_data.vcpu} vCPU, ${gigabytes(node.initial_data.ram)}`,
    ...node.addresses,
    ...[node.k8s_version, node.runtime_state].filter(Boolean),
  ],
  note: node.last_error?.message ?? '',
  children: volumesOf(node),
});

function roleItem(role: Node['role'], nodes: readonly SomeNode[]): TreeItem[] {
  const own = nodes
    .filter((node) => node.role === role)
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
  if (own.length === 0) return [];
  const working = own.filter(({ state }) => state === 'OK').length;
  const label = role === 'server' ? 'Servers' : 'Agents';
  return [
    {
      kind: 'role',
      id: role,
      label,
      state: '',
      details: [`${working} of ${counted(own.length, 'node')} OK`],
      note: '',
      children: own.map(nodeItem),
    },
  ];
}

const machineItem = (machine: SomeMachine): TreeItem => ({
  kind: 'machine',
  id: machine.name,
  label: machine.node_name || machine.name,
  state: machine.is_ready ? 'OK' : (machine.phase ?? ''),
  details: [machine.server_name].filter(Boolean),
  note: machine.failure || machine.waits_for,
  children: [],
});

const poolItem = (pool: SomePool, machines: readonly SomeMachine[]): TreeItem => ({
  kind: 'pool',
  id: pool.uuid,
  label: pool.name,
  state: pool.phase,
  details: [pool.roles.join(', '), `${pool.ready} of ${counted(pool.quantity, 'machine')} ready`],
  note: '',
  children: machines.filter(({ pool_uuid }) => pool_uuid === pool.uuid).map(machineItem),
});

type SomeGroup = Pick<
  NodeGroup,
  'uuid' | 'name' | 'role' | 'node_count' | 'ready_node_count' | 'present_node_count' | 'updated_node_count'
> &
  Pick<NodeGroup, 'flavor_id' | 'availability_zone' | 'auto_scaling_enabled'>;

const groupItem = (group: SomeGroup): TreeItem => ({
  kind: 'node group',
  id: group.uuid,
  label: group.name,
  state: '',
  details: [
    group.role === 'master' ? 'control plane' : group.role,
    `${group.ready_node_count} of ${counted(group.node_count, 'machine')} ready`,
    ...[group.flavor_id, group.availability_zone].filter(Boolean),
    ...(group.auto_scaling_enabled ? ['autoscaling'] : []),
  ],
  note:
    group.updated_node_count < group.present_node_count
      ? `${group.updated_node_count} of ${counted(group.present_node_count, 'machine')} have the wanted settings and version`
      : '',
  children: [],
});

type Contents = Pick<Parts, 'driver'> & {
  nodes: readonly SomeNode[];
  pools: readonly SomePool[];
  machines: readonly SomeMachine[];
  groups: readonly SomeGroup[];
};

/**
 * Makes the tree of a cluster: pools, node groups or roles at the top, volumes at the bottom. The tree of a Cluster API
 * cluster shows no single machines.
 */
export function treeOf({ driver, nodes, pools, machines, groups }: Contents): TreeItem[] {
  if (driver === 'rancher-pools') return pools.map((pool) => poolItem(pool, machines));
  if (driver === 'cluster-api') return groups.map(groupItem);
  return [...roleItem('server', nodes), ...roleItem('agent', nodes)];
}
