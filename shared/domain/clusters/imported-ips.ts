import type { Uuid } from '../_core/identifier.ts';
import type { Cluster } from './cluster.ts';

type PublicIp = NonNullable<Cluster['imported']>['publicIps'][number];

/** As Waldur calls its load balancers (docs/spec/managed-clusters.md#names): of a cluster that it made, they are known by that alone. */
const LOAD_BALANCER = 'k8s-lb-';

/** Floating IPs that lead to machines of a tenant which are load balancers by their names (docs/spec/orders.md#import). */
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
