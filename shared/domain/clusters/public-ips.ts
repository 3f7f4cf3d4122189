import type { Uuid } from '../_core/identifier.ts';
import { isSameValue } from '../_core/same-value.ts';
import type { Cluster } from './cluster.ts';

type PublicIp = NonNullable<Cluster['managed']>['publicIps'][number];

/** A floating IP and the address behind it, which is empty while it leads nowhere. */
type Association = { address: string; fixedIp: string };
/** What a look at a tenant's project found. A tenant that could not be looked at has none. */
export type TenantLook = { tenantUuid: Uuid; loadBalancerIp: string; floatingIps: readonly Association[] };

/**
 * Waldur's ClusterPublicIP rows (docs/spec/managed-clusters.md#public-ips): floating IPs that lead to a load balancer, whoever has put them
 * there, by its address, which nothing else in the tenant has. Those that are known stay in their order, new ones come behind them.
 * undefined when nothing has changed.
 */
export function linkedPublicIps(known: readonly PublicIp[], looks: readonly TenantLook[]): PublicIp[] | undefined {
  const lookedAt = new Set(looks.map(({ tenantUuid }) => tenantUuid));
  const found = looks.flatMap(({ tenantUuid, loadBalancerIp, floatingIps }) =>
    floatingIps
      .filter(({ fixedIp }) => fixedIp === loadBalancerIp)
      .map(({ address }) => ({ address, tenantUuid }))
      .sort((a, b) => (a.address < b.address ? -1 : 1)),
  );
  const isIn = (list: readonly PublicIp[], ip: PublicIp) => list.some((item) => isSameValue(item, ip));
  const kept = known.filter((ip) => !lookedAt.has(ip.tenantUuid) || isIn(found, ip));
  const linked = [...kept, ...found.filter((ip) => !isIn(kept, ip))];
  return isSameValue(linked, known) ? undefined : linked;
}
