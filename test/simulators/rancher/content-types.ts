/** Types of objects inside clusters that this Rancher serves, by steve's name: the collection, Kubernetes' own names, whether namespaced. */
export const CONTENT_TYPES = {
  namespace: { collection: 'namespaces', kind: 'Namespace', resource: 'namespaces', isNamespaced: false },
  node: { collection: 'nodes', kind: 'Node', resource: 'nodes', isNamespaced: false },
  'apps.deployment': { ...named('apps.deployments', 'Deployment', 'deployments.apps'), isNamespaced: true },
  'apps.daemonset': { ...named('apps.daemonsets', 'DaemonSet', 'daemonsets.apps'), isNamespaced: true },
  'apps.statefulset': { ...named('apps.statefulsets', 'StatefulSet', 'statefulsets.apps'), isNamespaced: true },
  'batch.cronjob': { ...named('batch.cronjobs', 'CronJob', 'cronjobs.batch'), isNamespaced: true },
  configmap: { ...named('configmaps', 'ConfigMap', 'configmaps'), isNamespaced: true },
  service: { ...named('services', 'Service', 'services'), isNamespaced: true },
  'networking.k8s.io.ingress': {
    ...named('networking.k8s.io.ingresses', 'Ingress', 'ingresses.networking.k8s.io'),
    isNamespaced: true,
  },
  'autoscaling.horizontalpodautoscaler': {
    ...named('autoscaling.horizontalpodautoscalers', 'HorizontalPodAutoscaler', 'horizontalpodautoscalers.autoscaling'),
    isNamespaced: true,
  },
  'catalog.cattle.io.app': { ...named('catalog.cattle.io.apps', 'App', 'apps.catalog.cattle.io'), isNamespaced: true },
  'catalog.cattle.io.clusterrepo': {
    ...named('catalog.cattle.io.clusterrepos', 'ClusterRepo', 'clusterrepos.catalog.cattle.io'),
    isNamespaced: false,
  },
  'rbac.authorization.k8s.io.clusterrole': {
    ...named('rbac.authorization.k8s.io.clusterroles', 'ClusterRole', 'clusterroles.rbac.authorization.k8s.io'),
    isNamespaced: false,
  },
} as const;
export type ContentType = keyof typeof CONTENT_TYPES;

function named(collection: string, kind: string, resource: string) {
  return { collection, kind, resource };
}

const isType = (name: string): name is ContentType => Object.hasOwn(CONTENT_TYPES, name);
export const ALL_TYPES: readonly ContentType[] = Object.keys(CONTENT_TYPES).filter(isType);
export const typeOfCollection = (collection: string): ContentType | undefined =>
  ALL_TYPES.find((type) => CONTENT_TYPES[type].collection === collection);

/** Kubernetes' API group of a type; empty of its core. */
export const groupOf = (type: ContentType): string => CONTENT_TYPES[type].resource.split('.').slice(1).join('.');
/** Of what a manifest names: `apps/v1` and `Deployment`. */
export const typeOfKind = (apiVersion: string, kind: string): ContentType | undefined => {
  const group = apiVersion.includes('/') ? apiVersion.split('/')[0] : '';
  return ALL_TYPES.find((type) => CONTENT_TYPES[type].kind === kind && groupOf(type) === group);
};

/** What somebody makes; the server adds the rest. */
export type NewContent = {
  name: string;
  namespace?: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  /** `spec`, `status` and what else it has beside its metadata. */
  body?: Record<string, unknown>;
};
/** Rancher's project of a namespace. */
export const PROJECT = 'field.cattle.io/projectId';
/** And its quota there, as JSON. */
export const QUOTA = 'field.cattle.io/resourceQuota';
