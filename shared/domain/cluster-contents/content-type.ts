/**
 * The kinds of cluster contents that the API shows. Each kind is a collection of the API. All kinds except `TEMPLATE`
 * are objects in the cluster. A `TEMPLATE` is a chart in the index of a catalog.
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
 * Types of objects in Steve, Rancher's API for objects in clusters. A sync reads the types in this order. Namespaces
 * come first, because an object gets its Rancher project from its namespace. Workloads come before services, because
 * services refer to workloads.
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
/** Checks the type of a record, because the record stores its type as plain text. */
export function contentTypeOf({ type }: { type: string }): ContentType {
  if (!isContentType(type)) throw new Error(`${type} is not a type of cluster contents`);
  return type;
}
export const ALL_CONTENT_TYPES: readonly ContentType[] = Object.keys(CONTENT_TYPES).filter(isContentType);

/**
 * Whether objects of the type belong to a namespace. Such objects follow their namespace when the namespace is hidden
 * or moves to another project.
 */
export const isInNamespace = (type: ContentType): boolean =>
  type !== 'namespace' && type !== 'catalog.cattle.io.clusterrepo';

/**
 * Rancher makes cluster roles named `p-xxxxx-namespaces-…` for each project. When the number of cluster roles changes,
 * the list of projects has to be read again.
 */
export const PROJECT_ROLES = 'rbac.authorization.k8s.io.clusterrole';
