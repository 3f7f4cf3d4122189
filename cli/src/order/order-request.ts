import type { paths } from '@paddock/client';

/** The body of `POST /api/marketplace-orders/`. */
export type OrderBody = paths['/api/marketplace-orders/']['post']['requestBody']['content']['application/json'];

/** How the machines of an offering are created. The attributes of an order differ for each way. */
export type Way = 'nodes' | 'pools' | 'cluster-api' | 'managed';

const GB = 1024;

export type Wanted = {
  name: string;
  description?: string;
  servers: number;
  agents: number;
  /** The flavors of servers and of agents, as names or uuids. */
  serverFlavor: string;
  agentFlavor: string;
  /** Size of each node's system volume in GB. */
  disk: number;
  /** Size in GB of the data volume of each worker in a managed cluster. 0 means no data volume. */
  dataDisk: number;
  version?: string;
  sshKey?: string;
  tenant?: string;
  subnet?: string;
  network?: string;
  template?: string;
  clouds?: string[];
};

const DRIVERS: Readonly<Record<string, Way>> = { 'rancher-pools': 'pools', 'cluster-api': 'cluster-api' };

/** Determines how an offering creates machines. The offering's options decide this. */
export function wayOf({ deployment_mode, driver }: Record<string, unknown>): Way {
  if (deployment_mode === 'managed') return 'managed';
  return (typeof driver === 'string' ? DRIVERS[driver] : undefined) ?? 'nodes';
}

const WRITERS: Readonly<Record<Way, (wanted: Wanted) => object>> = {
  // A template already defines the number and the size of the nodes.
  nodes: ({ servers, agents, serverFlavor, agentFlavor, disk, tenant, subnet = '', template }) =>
    template === undefined
      ? {
          tenant,
          nodes: [
            ...Array.from({ length: servers }, () => nodeOf('server', subnet, serverFlavor, disk)),
            ...Array.from({ length: agents }, () => nodeOf('agent', subnet, agentFlavor, disk)),
          ],
        }
      : { tenant, subnet, cluster_template: template },
  pools: ({ servers, agents, serverFlavor, agentFlavor, disk, tenant, network }) => {
    const machine = { root_volume: { size: disk * GB }, ...(network !== undefined && { networks: [network] }) };
    return {
      tenant,
      pools: [
        { name: 'servers', roles: ['etcd', 'controlplane'], quantity: servers, flavor: serverFlavor, ...machine },
        { name: 'agents', roles: ['worker'], quantity: agents, flavor: agentFlavor, ...machine },
      ],
    };
  },
  'cluster-api': ({ servers, agents, serverFlavor, agentFlavor, tenant, template }) => ({
    tenant,
    cluster_api_template: template,
    master_count: servers,
    node_count: agents,
    ...(serverFlavor !== '' && { master_flavor_id: serverFlavor }),
    ...(agentFlavor !== '' && { flavor_id: agentFlavor }),
  }),
  managed: ({ agents, agentFlavor, clouds, dataDisk }) => ({
    ...(clouds !== undefined && { openstack_offering_uuid_list: clouds }),
    worker_nodes_count: agents,
    worker_nodes_flavor_name: agentFlavor,
    worker_nodes_data_volume_size: dataDisk * GB,
  }),
};

/** Makes the attributes of an order in the form that the kind of offering requires. */
export function attributesOf(way: Way, wanted: Wanted): OrderBody['attributes'] {
  const { name, description, version, sshKey } = wanted;
  return {
    name,
    ...(description !== undefined && { description }),
    ...(version !== undefined && { kubernetes_version: version }),
    ...(sshKey !== undefined && { ssh_public_key: sshKey }),
    ...WRITERS[way](wanted),
  };
}

const nodeOf = (role: 'server' | 'agent', subnet: string, flavor: string, disk: number) => ({
  role,
  subnet,
  flavor,
  system_volume_size: disk * GB,
});
