import { clusterCidrOf, type PoolClusterSpec, serviceCidrOf } from '../../planning/pools/cluster-spec.ts';

/** Addresses that are never reached through a proxy: the machine itself, and names inside the cluster. */
const ALWAYS_DIRECT = ['127.0.0.0/8', 'localhost', '.svc', '.cluster.local'];

type Networks = Pick<PoolClusterSpec, 'clusterCidr' | 'serviceCidr' | 'proxy'>;

/**
 * Addresses that the machines of a cluster reach without the proxy: the cluster's own networks, and those that the
 * order adds.
 */
const noProxyOf = (spec: Networks, nodeCidrs: readonly string[]): string[] => [
  ...new Set([
    ...ALWAYS_DIRECT,
    clusterCidrOf(spec),
    serviceCidrOf(spec),
    ...[...nodeCidrs].sort(),
    ...(spec.proxy?.noProxy ?? []),
  ]),
];

/**
 * Environment variables for Rancher's agents and the container runtime. Without NO_PROXY, nodes would send traffic
 * inside the cluster to the proxy. Empty if the cluster has no proxy.
 */
export function proxyVariables(spec: Networks, nodeCidrs: readonly string[]): { name: string; value: string }[] {
  const { httpProxy, httpsProxy } = spec.proxy ?? {};
  if (httpProxy === undefined && httpsProxy === undefined) return [];
  return [
    ...(httpProxy === undefined ? [] : [{ name: 'HTTP_PROXY', value: httpProxy }]),
    ...(httpsProxy === undefined ? [] : [{ name: 'HTTPS_PROXY', value: httpsProxy }]),
    { name: 'NO_PROXY', value: noProxyOf(spec, nodeCidrs).join(',') },
  ];
}
