import type { paths } from '@paddock/client';
import { toMegabytes } from '../ui/format.ts';

export type OrderBody = NonNullable<
  paths['/api/marketplace-orders/plan/']['post']['requestBody']
>['content']['application/json'];

/** Machines of one kind: how many, of which flavor, and their volumes in GB. 0 means no data volume. */
export type Machines = { count: number; flavor: string; disk: number; data: number };

/** The values of the order form. Sizes are in GB. */
export type Draft = {
  project: string;
  name: string;
  version: string;
  key: string;
  /** Fields of a self-managed cluster. Other kinds of clusters use some of these fields, too. */
  tenant: string;
  subnet: string;
  servers: Machines;
  agents: Machines;
  /** Only for a cluster with pools: the network of all its machines. */
  network: string;
  /** Only for a Cluster API cluster. */
  template: string;
  /** Only for a managed cluster: the uuids of the offerings of its clouds. */
  clouds: string[];
};

/**
 * The kind of clusters that an offering sells.
 * - `self_managed`: the order lists each node of the cluster.
 * - `managed`: the order names clouds, and Paddock creates the infrastructure there.
 * - `pools`: the order lists machine pools, which Rancher manages.
 * - `cluster_api`: the order names a template of Cluster API.
 */
export type Mode = 'self_managed' | 'managed' | 'pools' | 'cluster_api';

export const EMPTY_DRAFT: Draft = {
  ...{ project: '', name: '', version: '', key: '', tenant: '', subnet: '', network: '', template: '', clouds: [] },
  servers: { count: 3, flavor: '', disk: 64, data: 0 },
  agents: { count: 2, flavor: '', disk: 64, data: 0 },
};

/** Selects a tenant, and clears the choices that belong to the former tenant. */
export const withTenant = (tenant: string): Partial<Draft> => ({ tenant, subnet: '', network: '' });

/** Selects a project, and clears the choices that belong to the former project. */
export const withProject = (project: string): Partial<Draft> => ({ project, template: '', ...withTenant('') });

/** The mount point of a node's data volume. Longhorn keeps its data there. */
const DATA_MOUNT = '/var/lib/longhorn';

function nodesOf({ servers, agents, subnet }: Draft) {
  const nodes = (role: 'server' | 'agent', { count, flavor, disk, data }: Machines) =>
    Array.from({ length: count }, () => ({
      ...{ role, subnet, flavor, system_volume_size: toMegabytes(disk) },
      ...(data > 0 && { data_volumes: [{ size: toMegabytes(data), mount_point: DATA_MOUNT }] }),
    }));
  return [...nodes('server', servers), ...nodes('agent', agents)];
}

/** Whether the form has enough values for a plan. With fewer values, the plan would only list empty fields. */
export function isPlannable(mode: Mode, { project, name, ...draft }: Draft): boolean {
  const { tenant, subnet, network, servers, agents, clouds, template } = draft;
  if (project === '' || name === '') return false;
  if (mode === 'managed') return clouds.length > 0 && agents.flavor !== '';
  if (mode === 'cluster_api') return tenant !== '' && template !== '';
  const place = mode === 'pools' ? network : subnet;
  return tenant !== '' && place !== '' && servers.flavor !== '' && agents.flavor !== '';
}

function poolsOf({ servers, agents, network }: Draft) {
  const pool = ({ count, flavor, disk }: Machines) => ({
    ...{ quantity: count, flavor, networks: [network], root_volume: { size: toMegabytes(disk) } },
  });
  return [
    { name: 'servers', roles: ['etcd' as const, 'controlplane' as const], ...pool(servers) },
    { name: 'workers', roles: ['worker' as const], ...pool(agents) },
  ];
}

/** An order without a flavor uses the flavor of the template. */
const groupsOf = ({ template, servers, agents }: Draft) => ({
  ...{ cluster_api_template: template, master_count: servers.count, node_count: agents.count },
  ...(servers.flavor !== '' && { master_flavor_id: servers.flavor }),
  ...(agents.flavor !== '' && { flavor_id: agents.flavor }),
});

/** Whether the order can name an SSH key. The machines of other clusters get keys from Rancher or from a template. */
export const takesKey = (mode: Mode): boolean => mode === 'self_managed' || mode === 'managed';

export function orderBody(offering: string, mode: Mode, draft: Draft): OrderBody {
  const { project, name, version, key, tenant, agents, clouds } = draft;
  const common = {
    name,
    ...(version !== '' && { kubernetes_version: version }),
    ...(key !== '' && takesKey(mode) && { ssh_public_key: key }),
  };
  if (mode === 'self_managed') {
    return { offering, project, attributes: { ...common, tenant, nodes: nodesOf(draft) } };
  }
  if (mode === 'pools') return { offering, project, attributes: { ...common, tenant, pools: poolsOf(draft) } };
  if (mode === 'cluster_api') return { offering, project, attributes: { name, tenant, ...groupsOf(draft) } };
  const workers = {
    openstack_offering_uuid_list: clouds,
    worker_nodes_count: agents.count,
    worker_nodes_flavor_name: agents.flavor,
    ...(agents.data > 0 && { worker_nodes_data_volume_size: toMegabytes(agents.data) }),
  };
  return { offering, project, attributes: { ...common, ...workers } };
}
