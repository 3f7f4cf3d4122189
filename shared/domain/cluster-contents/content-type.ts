/** What is shown of the inside of a cluster: a collection of the API each. */
export const CONTENT_KINDS = ['NAMESPACE', 'WORKLOAD', 'SERVICE', 'INGRESS', 'HPA', 'APP', 'CATALOG'] as const;
export type ContentKind = (typeof CONTENT_KINDS)[number];

/**
 * Steve's names of what is mirrored, in the order in which it is: what lies in a namespace is placed by it, and services find the
 * workloads that they lead to.
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
export const ALL_CONTENT_TYPES: readonly ContentType[] = Object.keys(CONTENT_TYPES).filter(isContentType);

/** What lies in a namespace, and is hidden, or moved to another project, with it. */
export const isInNamespace = (type: ContentType): boolean =>
  type !== 'namespace' && type !== 'catalog.cattle.io.clusterrepo';

/**
 * Rancher makes cluster roles `p-xxxxx-namespaces-…` in a cluster for each of its projects there, and removes them with it: their number
 * tells that the list of projects is due.
 */
export const PROJECT_ROLES = 'rbac.authorization.k8s.io.clusterrole';
