import type { RelayedCluster } from '#shared/contracts/relay-exchange';
import type { Backend } from './haproxy-config.ts';

/** Names that mean one word in HAProxy's configuration. */
const NAMESPACE = /^[\w.-]+$/;

/**
 * The clusters that this host reaches. Agents of Neutron keep a network namespace for each tenant network with machines
 * on the host, and its name ends with the network's id: `ovnmeta-<id>`, `qdhcp-<id>`. The relay makes no network and no
 * namespace of its own.
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
