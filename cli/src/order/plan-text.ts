import { type FieldError, fieldErrors, type OrderPlan } from '@paddock/client';
import { type Column, tableOf } from '../output/table.ts';

type Tenant = NonNullable<OrderPlan['objects']>['tenants'][number];
type Quota = Tenant['quotas'][number];

const QUOTAS: readonly Column<Quota & { tenant: string }>[] = [
  { title: 'TENANT', of: ({ tenant }) => tenant },
  { title: 'QUOTA', of: ({ name }) => name },
  { title: 'USED', of: ({ used }) => String(used) },
  { title: 'AFTER', of: ({ after }) => String(after) },
  { title: 'LIMIT', of: ({ limit }) => (limit < 0 ? 'none' : String(limit)) },
];

/** Lists all errors of an order. Each message has the field to which it belongs. */
export const faultsOf = (errors: OrderPlan['errors']): FieldError[] => errors.flatMap((error) => fieldErrors(error));

/** Describes the objects that an order would create, the remaining quotas, and the cost. */
export function planText({ objects, cluster_api, hints, estimate }: OrderPlan): string {
  const tenants = objects?.tenants ?? [];
  const quotas = tenants.flatMap(({ tenant_name, quotas }) =>
    quotas.map((quota) => ({ ...quota, tenant: tenant_name })),
  );
  return [
    ...(objects === null
      ? []
      : [`Cluster ${objects.rancher.cluster.name}, Kubernetes ${objects.rancher.cluster.kubernetes_version}`]),
    ...(cluster_api === null ? [] : clusterApiLines(cluster_api)),
    ...tenants.flatMap(tenantLines),
    ...(quotas.length === 0 ? [] : ['', tableOf(quotas, QUOTAS).trimEnd()]),
    ...(estimate === null
      ? []
      : ['', `Cost: ${estimate.total} ${estimate.currency} for ${estimate.hours_per_month} hours`]),
    ...hints.map((hint) => `Hint: ${hint}`),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

function tenantLines({ tenant_name, servers, pools, volumes, floating_ips }: Tenant): string[] {
  const storage = volumes.reduce((sum, { size }) => sum + size, 0);
  return [
    `In ${tenant_name}:`,
    ...countsOf(servers.map(({ role, flavor_name, cores, ram }) => sizeText(role, flavor_name, cores, ram))),
    ...pools.map(
      ({ name, quantity, flavor_name, cores, ram }) => `  ${quantity} × ${sizeText(name, flavor_name, cores, ram)}`,
    ),
    ...(volumes.length === 0 ? [] : [`  ${volumes.length} volumes, ${storage} GB in all`]),
    ...(floating_ips.length === 0 ? [] : [`  ${floating_ips.length} floating IPs`]),
  ];
}

const sizeText = (what: string, flavor: string, cores: number, ram: number): string =>
  `${what.replace('_', ' ')}, ${flavor} (${cores} cores, ${ram / 1024} GB)`;

/** Merges equal lines into one line that begins with the number of equal lines, such as `2 ×`. */
function countsOf(lines: readonly string[]): string[] {
  const countOf = (line: string): number => lines.filter((other) => other === line).length;
  return [...new Set(lines)].map((line) => `  ${countOf(line)} × ${line}`);
}

const clusterApiLines = ({ kubernetes_version, node_groups }: NonNullable<OrderPlan['cluster_api']>): string[] => [
  `Kubernetes ${kubernetes_version}`,
  ...node_groups.map(({ name, node_count, flavor_name }) => `  ${node_count} × ${name}, ${flavor_name}`),
];
