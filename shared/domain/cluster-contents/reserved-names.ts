import type { ActingRole } from '../cluster-access/acting-role.ts';
import { isReservedNamespace } from '../cluster-access/reserved-namespaces.ts';

/** The error for a caller who names a reserved namespace. Undefined if the name is not reserved. */
export const reservedNamespaceProblem = (name: string): string | undefined =>
  isReservedNamespace(name)
    ? `The namespace ${name} is reserved for the programs that run the cluster. Use another name.`
    : undefined;

/** The part of a key before the slash: `app.kubernetes.io/name` is in the domain `app.kubernetes.io`. */
const domainOf = (key: string): string => (key.includes('/') ? (key.split('/')[0] ?? '').toLowerCase() : '');
const isIn = (domain: string, parent: string): boolean => domain === parent || domain.endsWith(`.${parent}`);

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
/** Kubernetes' labels that say which pods a namespace admits. In Rancher, only owners of a cluster may set them. */
const POD_SECURITY = 'pod-security.kubernetes.io';

/**
 * Whether only programs may set the label or annotation: Rancher, Kubernetes, or Paddock. By such keys, Rancher and
 * Paddock decide to which project or cluster an object belongs, and who has rights to it.
 */
export function isReservedKey(key: string): boolean {
  const domain = domainOf(key);
  if (FREE_KEYS.includes(key) || FREE_DOMAINS.includes(domain)) return false;
  return DOMAINS.some((reserved) => isIn(domain, reserved)) || KUBERNETES_DOMAINS.includes(domain);
}

type Keys = Readonly<Record<string, unknown>> | null | undefined;
type Metadata = { labels?: Keys; annotations?: Keys };
type Change = {
  /** The metadata of the present object. Undefined if the object does not exist yet. */
  before: Metadata | undefined;
  after: Metadata;
  /** Whether `after` replaces all keys of the object. If not, keys that it leaves out stay. */
  isReplacement: boolean;
};

/**
 * The reserved labels and annotations that a change would set, change or remove, as fields such as
 * `metadata.annotations.field.cattle.io/projectId`. Keys that stay as they are do not count, so an exported object can
 * be edited and written back. Only an owner of the cluster may change the labels of Pod Security.
 */
export function reservedChanges({ before, after, isReplacement }: Change, { cluster }: ActingRole): string[] {
  const isReserved = (key: string) =>
    isReservedKey(key) || (isIn(domainOf(key), POD_SECURITY) && cluster !== 'cluster-owner');
  return (['labels', 'annotations'] as const).flatMap((field) => {
    const [present, next] = [before?.[field] ?? {}, after[field] ?? {}];
    const keys = isReplacement ? new Set([...Object.keys(present), ...Object.keys(next)]) : Object.keys(next);
    return [...keys]
      .filter((key) => isReserved(key) && valueIn(present, key) !== valueIn(next, key))
      .map((key) => `metadata.${field}.${key}`);
  });
}

const valueIn = (keys: NonNullable<Keys>, key: string): unknown => (Object.hasOwn(keys, key) ? keys[key] : undefined);

/** The error for reserved labels or annotations that a caller would change. Undefined if there are none. */
export const reservedChangesProblem = (fields: readonly string[]): string | undefined =>
  fields.length === 0
    ? undefined
    : `Labels and annotations that are reserved for the programs of the cluster must stay as they are: ${fields.join(', ')}.`;
