import type { OrderPlan } from '@paddock/client';
import { counted, gigabytes } from '../ui/format.ts';

type ClusterApi = Pick<
  NonNullable<OrderPlan['cluster_api']>,
  'kubernetes_version' | 'node_groups' | 'server_groups' | 'objects'
>;
type Tenant = NonNullable<OrderPlan['objects']>['tenants'][number];
type Objects = { tenants: readonly Pick<Tenant, 'tenant_name' | 'servers' | 'volumes' | 'floating_ips' | 'pools'>[] };

const ROLES = { server: 'server', agent: 'agent', load_balancer: 'load balancer' } as const;

function machineLines({ servers }: Pick<Tenant, 'servers'>): string[] {
  const groups = Map.groupBy(servers, ({ role, flavor_name }) => `${role} ${flavor_name}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { role, flavor_name, cores, ram } = first;
    return [`${counted(group.length, ROLES[role])}: ${flavor_name}, ${cores} vCPU and ${gigabytes(ram)} each`];
  });
}

function volumeLine({ volumes }: Pick<Tenant, 'volumes'>): string[] {
  const total = volumes.reduce((sum, { size }) => sum + size, 0);
  return volumes.length > 0 ? [`${counted(volumes.length, 'volume')}: ${total} GB in all`] : [];
}

/** Describes the objects that an order creates in each tenant, one line for each kind. */
export function objectLines({ tenants }: Objects): { tenant: string; lines: string[] }[] {
  return tenants.map((tenant) => ({
    tenant: tenant.tenant_name,
    lines: [
      ...machineLines(tenant),
      ...tenant.pools.map(
        ({ name, quantity, flavor_name }) => `Pool ${name}: ${counted(quantity, 'machine')} of ${flavor_name}`,
      ),
      ...volumeLine(tenant),
      ...(tenant.floating_ips.length > 0 ? [counted(tenant.floating_ips.length, 'floating IP')] : []),
    ],
  }));
}

/** Describes the objects that Cluster API creates for an order, one per line. */
export function clusterApiLines({ kubernetes_version, node_groups, server_groups, objects }: ClusterApi): string[] {
  return [
    `Kubernetes ${kubernetes_version}`,
    ...node_groups.map(({ name, role, node_count, flavor_name }) => {
      const what = role === 'master' ? 'Control plane' : `Node group ${name}`;
      return `${what}: ${counted(node_count, 'machine')} of ${flavor_name}`;
    }),
    ...(server_groups.length > 0 ? [counted(server_groups.length, 'server group')] : []),
    `${counted(objects.length, 'object')} on the management cluster`,
  ];
}

/** Lists the names of all objects that Cluster API receives or creates, and the images that it uses. */
export const clusterApiNames = ({ node_groups, server_groups, objects }: ClusterApi): string[] => [
  ...objects,
  ...server_groups.map((name) => `Server group ${name}`),
  ...new Set(node_groups.map(({ image_id }) => `Image ${image_id}`)),
];
