import type { ProvisioningCluster } from '../_core/rancher-objects.ts';
import type { RancherStore } from '../_core/rancher-store.ts';
import { managementSummary, provisioningSummary, steveCondition } from './cluster-conditions.ts';

export const CLUSTER_TYPE = 'provisioning.cattle.io.cluster';

/** The answer to a POST shows fewer fields of the new object, since steve's cache does not have the object yet. */
type Shown = { baseUrl: string; isFresh?: boolean; isListed?: boolean };

/** A provisioning cluster as steve shows it: the Kubernetes object with `id`, `type`, `links` and `metadata.state`. */
export function provisioningView(store: RancherStore, cluster: ProvisioningCluster, shown: Shown) {
  const id = `${cluster.namespace}/${cluster.name}`;
  const self = `${shown.baseUrl}/v1/${CLUSTER_TYPE}s/${id}`;
  const view = `${shown.baseUrl}/apis/provisioning.cattle.io/v1/namespaces/${cluster.namespace}/clusters/${cluster.name}`;
  return {
    id,
    type: CLUSTER_TYPE,
    links: { patch: self, remove: self, self, update: self, view },
    apiVersion: 'provisioning.cattle.io/v1',
    kind: 'Cluster',
    metadata: metadataOf(store, cluster, shown),
    spec: cluster.spec,
    ...(cluster.conditions.length > 0 && { status: statusOf(cluster) }),
  };
}

export const managedFields = (apiVersion: string, time: string) => [
  { apiVersion, fieldsType: 'FieldsV1', fieldsV1: {}, manager: 'rancher', operation: 'Update', time },
];

function metadataOf(store: RancherStore, cluster: ProvisioningCluster, { isFresh = false, isListed = true }: Shown) {
  const { name, namespace, createdAt, deletedAt, generateName, labels, finalizers } = cluster;
  const { message, name: state, transitioning, error } = provisioningSummary(cluster);
  return {
    annotations: cluster.annotations,
    creationTimestamp: createdAt,
    ...(deletedAt !== undefined && { deletionGracePeriodSeconds: 0, deletionTimestamp: deletedAt }),
    ...(isListed && { fields: tableColumns(cluster) }),
    ...(finalizers.length > 0 && { finalizers }),
    ...(generateName !== '' && { generateName }),
    generation: cluster.generation,
    ...(Object.keys(labels).length > 0 && { labels }),
    managedFields: managedFields('provisioning.cattle.io/v1', createdAt),
    ...{ name, namespace },
    relationships: isFresh ? null : relationshipsOf(store, cluster),
    resourceVersion: String(cluster.resourceVersion),
    state: { error, message, name: state, transitioning },
    uid: cluster.uid,
  };
}

const tableColumns = ({ name, spec, managementId, createdAt, conditions }: ProvisioningCluster) => {
  const isReady = conditions.some(({ type, status }) => type === 'Reconciling' && status === 'False');
  return [
    ...[name, spec.kubernetesVersion ?? '', managementId ?? '', createdAt],
    ...[isReady ? `${name}-kubeconfig` : '', isReady ? 'true' : ''],
  ];
};

const current = { state: 'active', message: 'Resource is current' };

/** The objects that Rancher has made for a cluster, and the objects from which Rancher has made the cluster. */
function relationshipsOf(store: RancherStore, cluster: ProvisioningCluster) {
  const { name, namespace, managementId = '' } = cluster;
  const owned = (toType: string, toName: string, summary: object = current) => ({
    ...{ toId: `${namespace}/${toName}`, toType, rel: 'owner' },
    ...summary,
  });
  const roles = ['owner', 'admin'].map((role) =>
    owned('rbac.authorization.k8s.io.role', `crt-${name}-cluster-${role}`),
  );
  const management = store.clusters.get(managementId);
  if (!management) return roles;
  const { name: state, message, transitioning } = managementSummary(management);
  const summary = { state, message, ...(transitioning && { transitioning }) };
  const capi = management.active
    ? { state: 'provisioned' }
    : { state: 'updating', message: 'establishing connection to control plane', transitioning: true };
  const projects = [...store.projects.values()].filter(({ clusterId }) => clusterId === managementId);
  return [
    ...roles,
    owned('rbac.authorization.k8s.io.role', `r-cluster-${name}-view`),
    ...projects.map(({ id, uid }) =>
      owned(
        'rbac.authorization.k8s.io.rolebinding',
        `r-cluster-${name}-view-${id.replace(':', '-')}-creator-project-ow-${uid.slice(0, 5)}`,
      ),
    ),
    owned('plan.cattle.io.beacon', name),
    { toId: managementId, toType: 'management.cattle.io.cluster', rel: 'applies', ...summary },
    owned('cluster.x-k8s.io.cluster', name, capi),
    ...(management.active ? whenConnected(cluster, managementId) : []),
  ];
}

const whenConnected = ({ name, namespace }: ProvisioningCluster, managementId: string) => [
  {
    toId: `${managementId}/${managementId}-${namespace}-owner`,
    ...{ toType: 'management.cattle.io.clusterroletemplatebinding', rel: 'applies', ...current },
  },
  {
    ...{ toId: `${namespace}/${name}-kubeconfig`, toType: 'secret', rel: 'owner' },
    ...{ state: 'active', message: 'Resource is always ready' },
  },
  { toId: `${namespace}/${name}`, toType: 'fleet.cattle.io.cluster', rel: 'applies', ...current },
];

function statusOf(cluster: ProvisioningCluster) {
  const isConnected = cluster.conditions.some(({ type, status }) => type === 'Reconciling' && status === 'False');
  return {
    ...(isConnected && { agentDeployed: true, clientSecretName: `${cluster.name}-kubeconfig` }),
    clusterName: cluster.managementId,
    conditions: cluster.conditions.map(steveCondition),
    fleetWorkspaceName: cluster.namespace,
    observedGeneration: cluster.observedGeneration,
    ...(isConnected && { ready: true }),
  };
}
