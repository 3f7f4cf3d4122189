import type { PortAddress, Routing, Subnet, TenantFacts } from '../cloud-facts.ts';
import type { NodeSpec } from '../node-spec.ts';

/**
 * For each network, the name of the group of connected networks to which it belongs. Two networks are connected if
 * their groups have the same name.
 */
type Joined = ReadonlyMap<string, string>;

/** Agents for DHCP and metadata have a port in every network, but they do not route between networks. */
const LEADS_NOWHERE = /^network:(dhcp|distributed)/;

/**
 * Groups networks that a router or a machine connects. A machine with ports in two networks may route between these
 * networks.
 */
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

type VisibleNetworks = {
  routing: Routing;
  addresses: readonly PortAddress[];
  subnets: readonly Subnet[];
  joined: Joined;
};

/**
 * Whether the subnet has a gateway that the tenant cannot see. In a provider network, the gateway is a machine outside
 * of Neutron.
 */
function hasUnseenGateway({ id, gatewayIp }: Subnet, { addresses, routing }: VisibleNetworks): boolean {
  if (gatewayIp === null) return false;
  const holder = addresses.find(({ subnetId, address }) => subnetId === id && address === gatewayIp);
  return !routing.routers.some((router) => router.id === holder?.deviceId);
}

/**
 * Whether the group of connected networks that contains this network is closed. A group is closed if no packet with a
 * node's own address can leave the group. Only such packets count, because nodes cannot reach each other through NAT
 * (docs/spec/managed-clusters.md#ways-between-tenants). If the tenant cannot see a part of the group, the answer is
 * false, because packets may leave the group through that part.
 */
function isClosed(network: string, visible: VisibleNetworks): boolean {
  const { joined, subnets, addresses, routing } = visible;
  const nameOf = (id: string) => joined.get(id) ?? id;
  const isIn = (id: string) => nameOf(id) === nameOf(network);
  const own = subnets.filter(({ networkId }) => isIn(networkId));
  const seen = new Set(own.map(({ networkId }) => networkId));
  const here = addresses.filter(({ networkId }) => isIn(networkId));
  if (here.some(({ networkId }) => !seen.has(networkId))) return false;
  if (own.some((it) => it.hasHostRoutes || it.isFromSubnetPool || hasUnseenGateway(it, visible))) return false;
  const devices = new Set(here.map(({ deviceId }) => deviceId));
  return !routing.routers.some(({ id, exit }) => devices.has(id) && exit === 'open');
}

function visibleNetworksOf({ routing, addresses, subnets }: TenantFacts): VisibleNetworks | undefined {
  if (!routing) return undefined;
  const all = [...routing.addresses, ...addresses];
  return { routing, subnets, addresses: all, joined: joinedBy(all) };
}

/**
 * Errors for pairs of subnets in one tenant, if machines in the two subnets certainly cannot reach each other (S0-361).
 * A pair gets an error if the tenant sees no connection between the networks and at least one network is closed
 * (`isClosed`). Connections between tenants are not checked, because operators can make connections that no tenant
 * sees.
 */
export function connectivityProblems(specs: readonly NodeSpec[], facts: TenantFacts): string[] {
  const visible = visibleNetworksOf(facts);
  if (!visible) return [];
  const used = [...new Set(specs.map(({ subnetId }) => subnetId))].flatMap(
    (wanted) => facts.subnets.find(({ id }) => id === wanted) ?? [],
  );
  const nameOf = ({ networkId }: Subnet) => visible.joined.get(networkId) ?? networkId;
  const areApart = (a: Subnet, b: Subnet) =>
    nameOf(a) !== nameOf(b) && (isClosed(a.networkId, visible) || isClosed(b.networkId, visible));
  return used.flatMap((a, index) =>
    used
      .slice(index + 1)
      .filter((b) => areApart(a, b))
      .map((b) => {
        const pair = `Subnets ${a.name} and ${b.name} of tenant ${facts.tenant.name}`;
        return `${pair} are not connected by a router, so their nodes cannot reach each other.`;
      }),
  );
}
