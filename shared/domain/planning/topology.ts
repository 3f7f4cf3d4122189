import type { FieldErrors } from '#shared/errors';
import type { NodeRole, OrderAttributes } from './order-attributes.ts';

const SERVER_COUNTS = [1, 3, 5];

const counted = (count: number, role: NodeRole): string => `${count} ${role}${count === 1 ? '' : 's'}`;

/**
 * Errors of a self-managed order that are found without calls to a cloud: wrong numbers of servers and agents, and
 * missing or contradictory tenants (docs/spec/orders.md#self-managed-orders). Empty for a good order.
 */
export function topologyErrors({ nodes, tenantUuid }: OrderAttributes): FieldErrors {
  const errors: FieldErrors = {};
  const servers = nodes.filter((node) => node.role === 'server').length;
  const agents = nodes.length - servers;
  const counts: string[] = [];
  if (!SERVER_COUNTS.includes(servers)) {
    counts.push(
      `Total count of server nodes must be 1, 3 or 5. You have got ${counted(servers, 'server')} and ${counted(agents, 'agent')}.`,
    );
  }
  if (agents === 0) counts.push('Count of agent nodes must be min 1.');
  if (counts.length > 0) errors.nodes = counts;
  const hasTenant = (node: OrderAttributes['nodes'][number]) => node.tenantUuid !== undefined;
  const isEither = tenantUuid === undefined ? nodes.length > 0 && nodes.every(hasTenant) : !nodes.some(hasTenant);
  if (!isEither) errors.tenant = ['Either cluster or node tenant should be specified.'];
  return errors;
}

/**
 * The tenants of an order's machines, each once, sorted like the order's nodes. Pools and clusters of Cluster API are
 * in the tenant of the order.
 */
export function tenantsOf({ nodes, pools = [], clusterApi, tenantUuid }: OrderAttributes): string[] {
  const ofOrder = pools.length > 0 || clusterApi ? [tenantUuid] : [];
  const all = [...nodes.map((node) => node.tenantUuid ?? tenantUuid), ...ofOrder];
  return [...new Set(all.filter((id) => id !== undefined))];
}
