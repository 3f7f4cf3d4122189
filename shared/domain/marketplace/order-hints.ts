import type { PlannedObjects } from '../infrastructure/planned-objects.ts';

/**
 * From Waldur's "Node Scaling": three servers give high availability. Above five to seven, each further server costs
 * performance.
 */
const SERVERS_FOR_HA = 3;
const MANY_SERVERS = 5;

const ONE_SERVER =
  'One server: while the server is down, the cluster cannot be changed. If its volume is lost, the data of the cluster is lost. ' +
  `${SERVERS_FOR_HA} servers are recommended for high availability.`;
const manyServers = (count: number): string =>
  `${count} servers: more than ${MANY_SERVERS} make the control plane slower rather than safer. Use agents for workloads.`;

/** Hints about choices that a customer may regret, as sentences. The order can be placed anyway. */
export function orderHints({ tenants }: Pick<PlannedObjects, 'tenants'>): string[] {
  const servers = tenants.flatMap((tenant) => tenant.servers).filter(({ role }) => role === 'server').length;
  if (servers === 1) return [ONE_SERVER];
  return servers > MANY_SERVERS ? [manyServers(servers)] : [];
}
