import type { OrderPlan } from '@paddock/client';
import { counted, gigabytes } from '../ui/format.ts';

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

/** What an order makes in each tenant, as lines for people. */
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
