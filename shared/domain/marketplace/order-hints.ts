import type { PlannedObjects } from '../infrastructure/planned-objects.ts';
import { hasControlPlane } from '../planning/pools/pool-spec.ts';

/**
 * Numbers of servers from "Node Scaling" in Waldur's documentation. Three servers give high availability. Above a limit
 * between five and seven servers, each additional server makes the control plane slower. Paddock uses five as this
 * limit.
 */
const SERVERS_FOR_HA = 3;
const MANY_SERVERS = 5;

const ONE_SERVER =
  'One server: while the server is down, the cluster cannot be changed. If its volume is lost, the data of the cluster is lost. ' +
  `${SERVERS_FOR_HA} servers are recommended for high availability.`;
const manyServers = (count: number): string =>
  `${count} servers: more than ${MANY_SERVERS} make the control plane slower rather than safer. Use agents for workloads.`;

/** Sentences about choices that a customer may regret. The order is possible nevertheless. */
export function orderHints({ tenants }: Pick<PlannedObjects, 'tenants'>): string[] {
  const nodes = tenants.flatMap((tenant) => tenant.servers).filter(({ role }) => role === 'server').length;
  const pools = tenants.flatMap((tenant) => tenant.pools?.pools ?? []).filter(({ spec }) => hasControlPlane(spec));
  const servers = pools.reduce((sum, { spec }) => sum + spec.quantity, nodes);
  if (servers === 1) return [ONE_SERVER];
  return servers > MANY_SERVERS ? [manyServers(servers)] : [];
}
