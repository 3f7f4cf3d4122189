/** The part of a key before the slash: `app.kubernetes.io/name` is in the domain `app.kubernetes.io`. */
export const domainOf = (key: string): string => (key.includes('/') ? (key.split('/')[0] ?? '').toLowerCase() : '');
export const isIn = (domain: string, parent: string): boolean => domain === parent || domain.endsWith(`.${parent}`);

/** Every key in these domains and their subdomains is reserved, except the keys that are listed as free. */
const DOMAINS = ['cattle.io', 'paddock.cloud', 'x-k8s.io'];
/** Keys in these domains control nodes, rights, or the cluster's own programs. Their subdomains are not reserved. */
const KUBERNETES_DOMAINS = [
  ...['kubernetes.io', 'k8s.io', 'authentication.kubernetes.io', 'authorization.k8s.io'],
  ...['rbac.authorization.kubernetes.io', 'rbac.authorization.k8s.io'],
  ...['node.kubernetes.io', 'node-role.kubernetes.io', 'node-restriction.kubernetes.io'],
  ...['addonmanager.kubernetes.io', 'node.alpha.kubernetes.io', 'node.cloudprovider.kubernetes.io'],
];
/** Keys in reserved domains that customers set themselves. */
const FREE_KEYS = [
  ...['field.cattle.io/description', 'field.cattle.io/publicEndpoints', 'cattle.io/timestamp'],
  ...['kubernetes.io/arch', 'kubernetes.io/change-cause', 'kubernetes.io/description', 'kubernetes.io/metadata.name'],
  ...['kubernetes.io/enforce-mountable-secrets', 'kubernetes.io/ingress.class', 'kubernetes.io/os'],
  ...['kubernetes.io/service-account.name', 'kubernetes.io/tls-acme', 'kubernetes.io/ingress.allow-http'],
];
const FREE_DOMAINS = ['workload.cattle.io', 'workload.user.cattle.io'];
/**
 * Whether only programs may set the label or annotation: Rancher, Kubernetes, or Paddock. By such keys, Rancher and
 * Paddock decide to which project or cluster an object belongs, and who has rights to it.
 */
export function isReservedKey(key: string): boolean {
  const domain = domainOf(key);
  if (FREE_KEYS.includes(key) || FREE_DOMAINS.includes(domain)) return false;
  return DOMAINS.some((reserved) => isIn(domain, reserved)) || KUBERNETES_DOMAINS.includes(domain);
}
