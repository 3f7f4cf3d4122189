/**
 * What is shown of the inside of a cluster: each kind is a collection of the API. Templates are in the indexes of
 * catalogs; all other kinds are objects of the cluster.
 */
export const CONTENT_KINDS = [
  'NAMESPACE',
  'WORKLOAD',
  'SERVICE',
  'INGRESS',
  'HPA',
  'APP',
  'CATALOG',
  'TEMPLATE',
] as const;
export type ContentKind = (typeof CONTENT_KINDS)[number];

/**
 * Steve's types in the order in which they are copied: namespaces decide the place of other objects, and services refer
 * to workloads.
 */
export const CONTENT_TYPES = {
  namespace: 'NAMESPACE',
  'apps.deployment': 'WORKLOAD',
  'apps.daemonset': 'WORKLOAD',
  'apps.statefulset': 'WORKLOAD',
  'batch.cronjob': 'WORKLOAD',
  service: 'SERVICE',
  'networking.k8s.io.ingress': 'INGRESS',
  'autoscaling.horizontalpodautoscaler': 'HPA',
  'catalog.cattle.io.app': 'APP',
  'catalog.cattle.io.clusterrepo': 'CATALOG',
} as const satisfies Record<string, ContentKind>;
export type ContentType = keyof typeof CONTENT_TYPES;

const isContentType = (name: string): name is ContentType => Object.hasOwn(CONTENT_TYPES, name);
/** The type of a record, which stores it as a text. */
export function contentTypeOf({ type }: { type: string }): ContentType {
  if (!isContentType(type)) throw new Error(`${type} is not a type of cluster contents`);
  return type;
}
export const ALL_CONTENT_TYPES: readonly ContentType[] = Object.keys(CONTENT_TYPES).filter(isContentType);

/** Whether objects of the type belong to a namespace. They are hidden, and change their project, together with it. */
export const isInNamespace = (type: ContentType): boolean =>
  type !== 'namespace' && type !== 'catalog.cattle.io.clusterrepo';

/**
 * Rancher's cluster roles `p-xxxxx-namespaces-…` exist as long as their Rancher project. If their number has changed,
 * the list of projects has to be read.
 */
export const PROJECT_ROLES = 'rbac.authorization.k8s.io.clusterrole';
