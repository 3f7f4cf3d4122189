import type { Uuid } from '#shared/domain/_core/identifier';
import type { NodeNetwork } from './node-network.ts';

/**
 * The network between the routers of a cluster's tenants in one cloud. Nothing else uses the network. Its range is
 * reserved for benchmarks (RFC 2544), so no router has to reach another network with the same range.
 */
export const PEER_NETWORK = '198.18.0.0/24';

export const peerNetworkName = (clusterName: string): string => `${clusterName}-peers`;

/**
 * Who owns the network between the cluster's tenants in one cloud: this tenant (`own`), or another tenant (`shared`).
 */
export type PeerNetwork = 'own' | 'shared';

/**
 * The peer network of a tenant. If a cluster has several tenants in one cloud, the first of them owns the network. A
 * tenant that is alone in its cloud needs no peer network.
 */
export function peerNetworkOf<T extends { settingsUuid: Uuid }>(tenant: T, all: readonly T[]): PeerNetwork | undefined {
  const neighbours = all.filter(({ settingsUuid }) => settingsUuid === tenant.settingsUuid);
  if (neighbours.length < 2) return undefined;
  return neighbours[0] === tenant ? 'own' : 'shared';
}

/** A tenant's node network, and the address of the tenant's router in the peer network. */
export type PeerRouter = { network: Pick<NodeNetwork, 'cidr'>; address: string };

/**
 * Routes to the nodes of all other tenants. There is no address translation between tenants, so the routers need a
 * route to the nodes' own addresses.
 */
export const peerRoutes = (own: PeerRouter, all: readonly PeerRouter[]): { destination: string; nexthop: string }[] =>
  all.filter((peer) => peer !== own).map(({ network, address }) => ({ destination: network.cidr, nexthop: address }));
