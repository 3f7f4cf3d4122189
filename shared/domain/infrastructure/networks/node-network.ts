import { addressOf, cidrOf, type Ipv4Network, parseNetwork } from '#shared/domain/planning/ipv4-network';
import { Misconfigured } from '#shared/errors';

/**
 * How the addresses of a tenant's network are used. The network is always a /24, because each use has a fixed range
 * (docs/spec/managed-clusters.md#addresses).
 */
export type NodeNetwork = {
  /** The network itself, such as `10.64.1.0/24`. */
  cidr: string;
  gatewayIp: string;
  loadBalancerIp: string;
  /** The range for nodes: .11 to .200. Infrastructure uses .2 to .9, and .201 to .254 are reserved. */
  pool: { start: string; end: string };
};

export const NODE_NETWORK_PREFIX = 24;
const HOSTS = { gateway: 1, loadBalancer: 10, firstNode: 11, lastNode: 200 };

/** How many addresses of the range for nodes are taken by Neutron's DHCP agents: usually two in each network. */
const DHCP_PORTS = 2;
/** Maximum number of nodes in one tenant, because the network has no addresses for more nodes. */
export const MAX_NODES_PER_TENANT = HOSTS.lastNode - HOSTS.firstNode + 1 - DHCP_PORTS;

function networkOf(cidr: string): Ipv4Network {
  const network = parseNetwork(cidr);
  if (network?.prefix === NODE_NETWORK_PREFIX) return network;
  throw new Misconfigured(`A node network is an IPv4 network with the prefix /${NODE_NETWORK_PREFIX}; ${cidr} is not.`);
}

/**
 * The addresses of a tenant's network. The CIDR may have host bits, which are ignored.
 * @throws Misconfigured if the network is not a /24
 */
export function nodeNetwork(cidr: string): NodeNetwork {
  const network = networkOf(cidr);
  const host = (number: number) => addressOf(network.first + number);
  return {
    cidr: cidrOf(network),
    gatewayIp: host(HOSTS.gateway),
    loadBalancerIp: host(HOSTS.loadBalancer),
    pool: { start: host(HOSTS.firstNode), end: host(HOSTS.lastNode) },
  };
}

/**
 * All addresses that nodes of this network can have, in ascending order.
 * @throws Misconfigured if the network is not a /24
 */
export function poolAddresses(cidr: string): string[] {
  const { first } = networkOf(cidr);
  const count = HOSTS.lastNode - HOSTS.firstNode + 1;
  return Array.from({ length: count }, (_, index) => addressOf(first + HOSTS.firstNode + index));
}
