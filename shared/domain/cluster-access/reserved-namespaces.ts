/**
 * Namespaces that belong to Kubernetes, Rancher, or the programs that run a cluster. Rancher's setting
 * `system-namespaces` lists most of them. Its other entries, such as `cert-manager` and `istio-system`, are the usual
 * namespaces of charts that customers install themselves.
 */
const NAMESPACES = [
  ...['calico-apiserver', 'calico-system', 'cis-operator-system', 'local', 'longhorn-system'],
  ...['rancher-operator-system', 'rancher-turtles-system', 'security-scan', 'system-upgrade', 'tigera-operator'],
];
const NAMESPACE_PREFIXES = ['kube-', 'cattle-', 'fleet-'];

/** Whoever can write in such a namespace controls the cluster, because the programs in it have all rights. */
export const isReservedNamespace = (name: string): boolean =>
  NAMESPACES.includes(name) || NAMESPACE_PREFIXES.some((prefix) => name.startsWith(prefix));
