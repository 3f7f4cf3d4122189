import type { RelayedCluster } from '#shared/contracts/relay-exchange';
import type { Backend } from './haproxy-config.ts';

/** Namespace names that HAProxy's configuration reads as one word. */
const NAMESPACE = /^[\w.-]+$/;

/**
 * The clusters that this host reaches. Neutron's agents keep a network namespace for each tenant network with machines
 * on the host. The name of the namespace ends with the network's id: `ovnmeta-<id>`, `qdhcp-<id>`. The relay creates no
 * networks or namespaces.
 * @param namespaces names of the host's network namespaces. Undefined if the host's own network reaches all clusters.
 */
export function servedClusters(
  clusters: readonly RelayedCluster[],
  namespaces: readonly string[] | undefined,
): Backend[] {
  const names = new Set<string>();
  const unique = clusters.filter(({ serverName }) => !names.has(serverName) && names.add(serverName));
  if (namespaces === undefined) return unique;
  return unique.flatMap((cluster) => {
    const namespace = namespaces.find((name) => NAMESPACE.test(name) && name.endsWith(cluster.networkId));
    return namespace === undefined ? [] : [{ ...cluster, namespace }];
  });
}
