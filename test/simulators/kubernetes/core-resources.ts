import { clusterWideIn, namespacedIn } from './api-resource.ts';

const core = namespacedIn('v1');
const coreWide = clusterWideIn('v1');

export const NAMESPACES = coreWide('namespaces', 'Namespace', { shortNames: ['ns'], selectable: ['status.phase'] });
export const SECRETS = core('secrets', 'Secret', {
  fields: ['data', 'stringData', 'type', 'immutable'],
  selectable: ['type'],
});
export const CONFIG_MAPS = core('configmaps', 'ConfigMap', {
  shortNames: ['cm'],
  fields: ['data', 'binaryData', 'immutable'],
});
export const RESOURCE_QUOTAS = core('resourcequotas', 'ResourceQuota', { shortNames: ['quota'] });
export const PODS = core('pods', 'Pod', { shortNames: ['po'], selectable: ['spec.nodeName', 'status.phase'] });
export const SERVICES = core('services', 'Service', {
  shortNames: ['svc'],
  selectable: ['spec.clusterIP', 'spec.type'],
});
export const ENDPOINT_SLICES = namespacedIn('discovery.k8s.io/v1')('endpointslices', 'EndpointSlice', {
  fields: ['addressType', 'endpoints', 'ports'],
});
export const NODES = coreWide('nodes', 'Node', { shortNames: ['no'], selectable: ['spec.unschedulable'] });
export const DEFINITIONS = clusterWideIn('apiextensions.k8s.io/v1')(
  'customresourcedefinitions',
  'CustomResourceDefinition',
  { shortNames: ['crd', 'crds'] },
);
const fields = ['rules', 'roleRef', 'subjects', 'aggregationRule'];
const apps = namespacedIn('apps/v1');
const batch = namespacedIn('batch/v1');
const networking = namespacedIn('networking.k8s.io/v1');
const rbac = namespacedIn('rbac.authorization.k8s.io/v1');
const rbacWide = clusterWideIn('rbac.authorization.k8s.io/v1');

/** Kinds that every simulated cluster serves. */
export const CORE_RESOURCES = [
  ...[NAMESPACES, SECRETS, CONFIG_MAPS, RESOURCE_QUOTAS, PODS, NODES],
  SERVICES,
  core('serviceaccounts', 'ServiceAccount', {
    shortNames: ['sa'],
    fields: ['secrets', 'imagePullSecrets', 'automountServiceAccountToken'],
  }),
  core('persistentvolumeclaims', 'PersistentVolumeClaim', { shortNames: ['pvc'] }),
  coreWide('persistentvolumes', 'PersistentVolume', { shortNames: ['pv'] }),
  core('limitranges', 'LimitRange', { shortNames: ['limits'] }),
  core('replicationcontrollers', 'ReplicationController', { shortNames: ['rc'] }),
  core('endpoints', 'Endpoints', { shortNames: ['ep'], fields: ['subsets'], singularName: 'endpoints' }),
  core('events', 'Event', {
    shortNames: ['ev'],
    fields: [
      ...['involvedObject', 'reason', 'message', 'source', 'firstTimestamp', 'lastTimestamp', 'count', 'type'],
      ...['eventTime', 'series', 'action', 'related', 'reportingComponent', 'reportingInstance'],
    ],
    selectable: [
      ...['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath'].map(
        (it) => `involvedObject.${it}`,
      ),
      ...['reason', 'reportingComponent', 'source', 'type'],
    ],
  }),
  apps('deployments', 'Deployment', { shortNames: ['deploy'] }),
  apps('daemonsets', 'DaemonSet', { shortNames: ['ds'] }),
  apps('statefulsets', 'StatefulSet', { shortNames: ['sts'] }),
  apps('replicasets', 'ReplicaSet', { shortNames: ['rs'] }),
  batch('jobs', 'Job'),
  batch('cronjobs', 'CronJob', { shortNames: ['cj'] }),
  namespacedIn('autoscaling/v2')('horizontalpodautoscalers', 'HorizontalPodAutoscaler', { shortNames: ['hpa'] }),
  networking('ingresses', 'Ingress', { shortNames: ['ing'] }),
  networking('networkpolicies', 'NetworkPolicy', { shortNames: ['netpol'] }),
  clusterWideIn('networking.k8s.io/v1')('ingressclasses', 'IngressClass'),
  namespacedIn('policy/v1')('poddisruptionbudgets', 'PodDisruptionBudget', { shortNames: ['pdb'] }),
  rbac('roles', 'Role', { fields }),
  rbac('rolebindings', 'RoleBinding', { fields }),
  rbacWide('clusterroles', 'ClusterRole', { fields }),
  rbacWide('clusterrolebindings', 'ClusterRoleBinding', { fields }),
  clusterWideIn('storage.k8s.io/v1')('storageclasses', 'StorageClass', {
    shortNames: ['sc'],
    fields: [
      ...['provisioner', 'parameters', 'reclaimPolicy', 'mountOptions', 'allowVolumeExpansion'],
      ...['volumeBindingMode', 'allowedTopologies'],
    ],
  }),
  clusterWideIn('scheduling.k8s.io/v1')('priorityclasses', 'PriorityClass', {
    shortNames: ['pc'],
    fields: ['value', 'globalDefault', 'description', 'preemptionPolicy'],
  }),
  namespacedIn('coordination.k8s.io/v1')('leases', 'Lease'),
  DEFINITIONS,
];
