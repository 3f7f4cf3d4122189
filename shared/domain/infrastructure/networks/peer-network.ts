import type { Uuid } from '#shared/domain/_core/identifier';
import type { NodeNetwork } from './node-network.ts';

/**
 * The network between the routers of a cluster's tenants in one cloud. Only these routers use it. Its range is reserved
 * for benchmarks (RFC 2544), so a router needs no route to another network of this range.
 */
export const PEER_NETWORK = '198.18.0.0/24';

export const peerNetworkName = (clusterName: string): string => `${clusterName}-peers`;

/**
 * Who owns the network between a tenant and the cluster's other tenants in the cloud: the tenant itself, or another
 * tenant that shares it.
 */
export type PeerNetwork = 'own' | 'shared';

/**
 * If several tenants are in one cloud, the first of them owns the network between them. A single tenant needs no such
 * network.
 */
export function peerNetworkOf<T extends { settingsUuid: Uuid }>(tenant: T, all: readonly T[]): PeerNetwork | undefined {
  const neighbours = all.filter(({ settingsUuid }) => settingsUuid === tenant.settingsUuid);
  if (neighbours.length < 2) return undefined;
  return neighbours[0] === tenant ? 'own' : 'shared';
}

/** A tenant's node network, and the address of its router in the peer network. */
export type PeerRouter = { network: Pick<NodeNetwork, 'cidr'>; address: string };

/** Routes to the nodes of the other tenants. There is no address translation: nodes keep their own addresses. */
export const peerRoutes = (own: PeerRouter, all: readonly PeerRouter[]): { destination: string; nexthop: string }[] =>
  all.filter((peer) => peer !== own).map(({ network, address }) => ({ destination: network.cidr, nexthop: address }));
