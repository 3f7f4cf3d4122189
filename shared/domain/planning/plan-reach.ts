import type { PortAddress, Routing, Subnet, TenantFacts } from './cloud-facts.ts';
import type { NodeSpec } from './node-spec.ts';

/** Networks that hang together, as their names for a set: two are joined when these are the same. */
type Joined = ReadonlyMap<string, string>;

/** Agents of DHCP and metadata have a port in every network, and lead nowhere. */
const LEADS_NOWHERE = /^network:(dhcp|distributed)/;

/** Networks with a device in common: a router, or a machine with ports in both, which may be one. */
function joinedBy(addresses: readonly PortAddress[]): Joined {
  const joined = new Map<string, string>();
  const first = new Map<string, string>();
  for (const { deviceId, deviceOwner, networkId } of addresses) {
    const own = joined.get(networkId) ?? networkId;
    joined.set(networkId, own);
    if (deviceId === '' || LEADS_NOWHERE.test(deviceOwner)) continue;
    const other = joined.get(first.get(deviceId) ?? networkId) ?? own;
    first.set(deviceId, networkId);
    for (const [network, name] of joined) if (name === own) joined.set(network, other);
  }
  return joined;
}

type ListVisibility = {
  routing: Routing;
  addresses: readonly PortAddress[];
  subnets: readonly Subnet[];
  joined: Joined;
};

/** Whether the gateway of a subnet is one that is not seen: a provider network's is a machine that Neutron does not know. */
function hasUnseenGateway({ id, gatewayIp }: Subnet, { addresses, routing }: ListVisibility): boolean {
  if (gatewayIp === null) return false;
  const holder = addresses.find(({ subnetId, address }) => subnetId === id && address === gatewayIp);
  return !routing.routers.some((router) => router.id === holder?.deviceId);
}

/**
 * Whether all that is joined with a network ends there: nothing that it sends arrives elsewhere under its own address, as it must
 * between nodes (docs/spec/managed-clusters.md#ways-between-tenants). Anything that a member is not shown is taken for a way on.
 */
function isClosed(network: string, sight: ListVisibility): boolean {
  const { joined, subnets, addresses, routing } = sight;
  const nameOf = (id: string) => joined.get(id) ?? id;
  const isIn = (id: string) => nameOf(id) === nameOf(network);
  const own = subnets.filter(({ networkId }) => isIn(networkId));
  const seen = new Set(own.map(({ networkId }) => networkId));
  const here = addresses.filter(({ networkId }) => isIn(networkId));
  if (here.some(({ networkId }) => !seen.has(networkId))) return false;
  if (own.some((it) => it.hasHostRoutes || it.isFromSubnetPool || hasUnseenGateway(it, sight))) return false;
  const devices = new Set(here.map(({ deviceId }) => deviceId));
  return !routing.routers.some(({ id, exit }) => devices.has(id) && exit === 'open');
}

function sightOf({ routing, addresses, subnets }: TenantFacts): ListVisibility | undefined {
  if (!routing) return undefined;
  const all = [...routing.addresses, ...addresses];
  return { routing, subnets, addresses: all, joined: joinedBy(all) };
}

/**
 * Which of a tenant's subnets with machines certainly cannot reach each other (S0-361): their networks are joined by nothing that the
 * tenant sees, and at least one of them has no way out that keeps addresses. Networks of several tenants are joined by whoever runs
 * their clouds, where no tenant sees it, so nothing is said of them.
 */
export function reachProblems(specs: readonly NodeSpec[], facts: TenantFacts): string[] {
  const sight = sightOf(facts);
  if (!sight) return [];
  const used = [...new Set(specs.map(({ subnetId }) => subnetId))].flatMap(
    (wanted) => facts.subnets.find(({ id }) => id === wanted) ?? [],
  );
  const nameOf = ({ networkId }: Subnet) => sight.joined.get(networkId) ?? networkId;
  const areApart = (a: Subnet, b: Subnet) =>
    nameOf(a) !== nameOf(b) && (isClosed(a.networkId, sight) || isClosed(b.networkId, sight));
  return used.flatMap((a, index) =>
    used
      .slice(index + 1)
      .filter((b) => areApart(a, b))
      .map((b) => {
        const pair = `Subnets ${a.name} and ${b.name} of tenant ${facts.tenant.name}`;
        return `${pair} are not joined by any router: their nodes cannot reach each other.`;
      }),
  );
}
