import type { Uuid } from '../_core/identifier.ts';
import type { Cluster } from './cluster.ts';

type PublicIp = NonNullable<Cluster['imported']>['publicIps'][number];

/**
 * Waldur's prefix of load balancer names (docs/spec/managed-clusters.md#names). Nothing else shows which machines of
 * its clusters are load balancers.
 */
const LOAD_BALANCER = 'k8s-lb-';

/** Floating IPs of machines in a tenant that have a load balancer's name (docs/spec/orders.md#import). */
export function importedPublicIps(
  tenantUuid: Uuid,
  servers: readonly { name: string; addresses: readonly string[] }[],
  floatingIps: readonly { address: string; fixedIp: string }[],
): PublicIp[] {
  const balancers = servers.filter(({ name }) => name.startsWith(LOAD_BALANCER));
  const fixed = new Set(balancers.flatMap(({ addresses }) => addresses));
  return floatingIps
    .filter(({ fixedIp }) => fixedIp !== '' && fixed.has(fixedIp))
    .map(({ address }) => ({ address, tenantUuid }))
    .sort((a, b) => (a.address < b.address ? -1 : 1));
}
