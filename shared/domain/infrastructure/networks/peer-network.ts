import type { Uuid } from '#shared/domain/_core/identifier';
import type { NodeNetwork } from './node-network.ts';

/**
 * Between the routers of a cluster's tenants in one cloud, and seen by nothing else. Set aside for measurements (RFC 2544), so that
 * nobody's network, which such a router may have to reach, is there.
 */
export const PEER_NETWORK = '198.18.0.0/24';

export const peerNetworkName = (clusterName: string): string => `${clusterName}-peers`;

/** Whose the network is by which a tenant reaches its neighbours: its own, or one that is shared with it. */
export type PeerNetwork = 'own' | 'shared';

/** The first of several tenants in a cloud holds the network for all of them; one that is alone there needs none. */
export function peerNetworkOf<T extends { settingsUuid: Uuid }>(tenant: T, all: readonly T[]): PeerNetwork | undefined {
  const neighbours = all.filter(({ settingsUuid }) => settingsUuid === tenant.settingsUuid);
  if (neighbours.length < 2) return undefined;
  return neighbours[0] === tenant ? 'own' : 'shared';
}

/** A tenant's router, at the address that it has in the peer network. */
export type PeerRouter = { network: Pick<NodeNetwork, 'cidr'>; address: string };

/** By which a router reaches its neighbours' nodes: under their own addresses, for no translation is on that way. */
export const peerRoutes = (own: PeerRouter, all: readonly PeerRouter[]): { destination: string; nexthop: string }[] =>
  all.filter((peer) => peer !== own).map(({ network, address }) => ({ destination: network.cidr, nexthop: address }));
