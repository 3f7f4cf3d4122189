import { clusterPhase, conditionOf } from './cluster-phase.ts';
import type { ProvisioningCluster } from './rancher-objects.ts';
import type { RancherStore } from './rancher-store.ts';

export const CLUSTER_TYPE = 'provisioning.cattle.io.cluster';

/** A provisioning cluster as steve shows it: the Kubernetes object with `id`, `type`, `links` and `metadata.state`. */
export function provisioningView(store: RancherStore, cluster: ProvisioningCluster, baseUrl: string) {
  const id = `${cluster.namespace}/${cluster.name}`;
  const self = `${baseUrl}/v1/${CLUSTER_TYPE}s/${id}`;
  return {
    id,
    type: CLUSTER_TYPE,
    links: { self, update: self, remove: self, patch: self, view: self },
    apiVersion: 'provisioning.cattle.io/v1',
    kind: 'Cluster',
    metadata: metadataOf(store, cluster),
    spec: cluster.spec,
    status: statusOf(store, cluster),
  };
}

function phaseOf(store: RancherStore, cluster: ProvisioningCluster) {
  return clusterPhase(store, cluster, store.clusters.get(cluster.managementId ?? ''));
}

function metadataOf(store: RancherStore, cluster: ProvisioningCluster) {
  const { state, transitioning, error, message } = phaseOf(store, cluster);
  return {
    name: cluster.name,
    namespace: cluster.namespace,
    uid: cluster.uid,
    creationTimestamp: cluster.createdAt,
    generation: cluster.generation,
    resourceVersion: String(cluster.resourceVersion),
    labels: cluster.labels,
    annotations: cluster.annotations,
    finalizers: ['wrangler.cattle.io/provisioning-cluster-remove', 'wrangler.cattle.io/rke-cluster-remove'],
    ...(cluster.deletedAt && { deletionTimestamp: cluster.deletedAt }),
    state: { name: state, transitioning, error, message },
  };
}

function statusOf(store: RancherStore, cluster: ProvisioningCluster) {
  if (!cluster.managementId) return { observedGeneration: 0 };
  const phase = phaseOf(store, cluster);
  const ready = phase.state === 'active';
  return {
    clusterName: cluster.managementId,
    fleetWorkspaceName: cluster.namespace,
    observedGeneration: cluster.generation,
    ready,
    agentDeployed: ready,
    ...(ready && { clientSecretName: `${cluster.name}-kubeconfig` }),
    conditions: ['Created', 'Updated', 'Provisioned', 'Ready'].map((type) =>
      type === 'Created' ? { type, status: 'True' } : { type, ...conditionOf(phase) },
    ),
  };
}
