import type { Uuid } from '../_core/identifier.ts';
import { isSameValue } from '../_core/values/deep-equal.ts';
import type { Cluster } from './cluster.ts';

type PublicIp = NonNullable<Cluster['managed']>['publicIps'][number];

/**
 * A floating IP, and the fixed address to which the floating IP leads. The fixed address is empty while the floating IP
 * is not used.
 */
type Association = { address: string; fixedIp: string };
/** Addresses in one tenant, from one observation. A tenant that could not be read has no `TenantObservation`. */
export type TenantObservation = { tenantUuid: Uuid; loadBalancerIp: string; floatingIps: readonly Association[] };

/**
 * The floating IPs of a cluster's load balancers (Waldur's ClusterPublicIP, docs/spec/managed-clusters.md#public-ips).
 * A floating IP counts if it leads to a load balancer's fixed address in the same tenant. It does not matter who has
 * assigned the floating IP. Known floating IPs keep their order, and new floating IPs follow. Undefined if nothing has
 * changed.
 */
export function linkedPublicIps(
  known: readonly PublicIp[],
  observations: readonly TenantObservation[],
): PublicIp[] | undefined {
  const observed = new Set(observations.map(({ tenantUuid }) => tenantUuid));
  const found = observations.flatMap(({ tenantUuid, loadBalancerIp, floatingIps }) =>
    floatingIps
      .filter(({ fixedIp }) => fixedIp === loadBalancerIp)
      .map(({ address }) => ({ address, tenantUuid }))
      .sort((a, b) => (a.address < b.address ? -1 : 1)),
  );
  const isIn = (list: readonly PublicIp[], ip: PublicIp) => list.some((item) => isSameValue(item, ip));
  const kept = known.filter((ip) => !observed.has(ip.tenantUuid) || isIn(found, ip));
  const linked = [...kept, ...found.filter((ip) => !isIn(kept, ip))];
  return isSameValue(linked, known) ? undefined : linked;
}

type ImportedIp = NonNullable<Cluster['imported']>['publicIps'][number];

/**
 * Prefix of the names that Waldur gives to load balancers (docs/spec/managed-clusters.md#names). In a cluster that
 * Waldur has created, a load balancer can be recognized only by its name.
 */
const LOAD_BALANCER = 'k8s-lb-';

/**
 * Floating IPs of the load balancers in a tenant. The load balancers are found by their names
 * (docs/spec/orders.md#import).
 */
export function importedPublicIps(
  tenantUuid: Uuid,
  servers: readonly { name: string; addresses: readonly string[] }[],
  floatingIps: readonly { address: string; fixedIp: string }[],
): ImportedIp[] {
  const balancers = servers.filter(({ name }) => name.startsWith(LOAD_BALANCER));
  const fixed = new Set(balancers.flatMap(({ addresses }) => addresses));
  return floatingIps
    .filter(({ fixedIp }) => fixedIp !== '' && fixed.has(fixedIp))
    .map(({ address }) => ({ address, tenantUuid }))
    .sort((a, b) => (a.address < b.address ? -1 : 1));
}
