import { type ApiResource, customClusterWideIn, customIn } from '../../kubernetes/api-resource.ts';
import { CORE_RESOURCES } from '../../kubernetes/core-resources.ts';

const management = customClusterWideIn('management.cattle.io/v3');

export const CLUSTER_RESOURCES: readonly ApiResource[] = [
  ...CORE_RESOURCES,
  customIn('catalog.cattle.io/v1')('apps', 'App'),
  customClusterWideIn('catalog.cattle.io/v1')('clusterrepos', 'ClusterRepo'),
  customIn('catalog.cattle.io/v1')('operations', 'Operation'),
  customIn('k3s.cattle.io/v1')('addons', 'Addon'),
  customClusterWideIn('k3s.cattle.io/v1')('etcdsnapshotfiles', 'ETCDSnapshotFile'),
  customIn('helm.cattle.io/v1')('helmcharts', 'HelmChart'),
  customIn('helm.cattle.io/v1')('helmchartconfigs', 'HelmChartConfig'),
  customIn('management.cattle.io/v3')('nodes', 'Node'),
  management('settings', 'Setting'),
  management('preferences', 'Preference'),
  management('features', 'Feature'),
  management('clusterroletemplatebindings', 'ClusterRoleTemplateBinding'),
];

export const PROVISIONING_CLUSTERS = customIn('provisioning.cattle.io/v1')('clusters', 'Cluster');
export const LOCAL_RESOURCES: readonly ApiResource[] = [...CLUSTER_RESOURCES, PROVISIONING_CLUSTERS];
/** API groups of Rancher's controllers in Rancher's own cluster. */
export const LOCAL_GROUPS = [
  ...['auditlog', 'catalog', 'ext', 'fleet', 'management', 'project', 'provisioning', 'rke', 'rke-machine'].map(
    (name) => `${name}.cattle.io`,
  ),
  ...[
    'cluster.x-k8s.io',
    'rke-machine-config.cattle.io',
    'scc.cattle.io',
    'turtles-capi.cattle.io',
    'upgrade.cattle.io',
  ],
];

const nameIn = (name: string, group: string): string => (group === '' ? name : `${group}.${name}`);
/** Steve's name of a type, `apps.deployment`, and of its collection, `apps.deployments`. */
export const steveType = ({ singularName, group }: ApiResource): string => nameIn(singularName, group);
export const steveCollectionName = ({ name, group }: ApiResource): string => nameIn(name, group);
