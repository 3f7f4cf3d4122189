import type { ProvisioningCluster } from '#test/simulators/rancher/_core/rancher-objects';
import type { RancherStore } from '#test/simulators/rancher/_core/rancher-store';
import { isPausedByPlanner } from '#test/simulators/rancher/operations/paused-cluster';
import { pooledSpec } from '../machine-pool.ts';
import { CAPI_CLUSTER, RKE_CLUSTER } from '../pool-kinds.ts';
import type { ObjectHead } from '../pool-objects.ts';
import { poolView, type SteveState } from '../pool-view.ts';
import { clusterConditions, workersOf } from './cluster-conditions.ts';

/** The uid of the Cluster API cluster. Rancher gives its objects for a cluster the same name, but different uids. */
export const capiUidOf = ({ uid }: Pick<ProvisioningCluster, 'uid'>): string => `${uid.slice(0, -1)}1`;
const rkeUidOf = ({ uid }: Pick<ProvisioningCluster, 'uid'>): string => `${uid.slice(0, -1)}2`;

function headOf(cluster: ProvisioningCluster, own: Partial<ObjectHead>): ObjectHead {
  const { name, namespace, createdAt, resourceVersion, deletedAt } = cluster;
  return {
    ...{ name, namespace, createdAt, resourceVersion, uid: cluster.uid, generation: 1 },
    ...{ labels: {}, annotations: {}, ownerReferences: [], finalizers: [] },
    ...(deletedAt !== undefined && { deletedAt }),
    ...own,
  };
}

/**
 * The Cluster API cluster with the name of the provisioning cluster. Rancher makes this object, and users do not edit
 * it.
 */
export function capiClusterView(store: RancherStore, cluster: ProvisioningCluster, baseUrl: string) {
  const management = store.clusters.get(cluster.managementId ?? '');
  const isInitialized = management?.active === true;
  const isProvisioned = management?.isInfrastructureReady === true;
  const phase = cluster.deletedAt ? 'Deleting' : isProvisioned ? 'Provisioned' : 'Provisioning';
  const isPaused = isPausedByPlanner(store, cluster);
  const workers = workersOf(store, cluster);
  const { pools } = pooledSpec(cluster.spec);
  const paused = cluster.annotations['provisioning.cattle.io/cluster-autoscaler-paused'];
  const isScaled = pools.some((pool) => typeof pool.autoscalingMinSize === 'number');
  const reference = (kind: string) => ({ apiGroup: 'rke.cattle.io', kind, name: cluster.name });
  return poolView(
    CAPI_CLUSTER,
    headOf(cluster, {
      uid: capiUidOf(cluster),
      annotations: {
        ...(!paused && isScaled && { 'provisioning.cattle.io/cluster-autoscaler-enabled': 'true' }),
        ...(paused && { 'provisioning.cattle.io/cluster-autoscaler-paused': 'true' }),
      },
      finalizers: ['cluster.cluster.x-k8s.io'],
      ownerReferences: [
        {
          ...{ apiVersion: 'provisioning.cattle.io/v1', kind: 'Cluster', name: cluster.name, uid: cluster.uid },
          ...{ controller: true, blockOwnerDeletion: true },
        },
      ],
    }),
    {
      baseUrl,
      state: stateOf(phase, isInitialized),
      body: {
        spec: {
          ...(isPaused && { paused: true }),
          controlPlaneEndpoint: { host: 'localhost', port: 6443 },
          ...{ controlPlaneRef: reference('RKEControlPlane'), infrastructureRef: reference('RKECluster') },
        },
        status: {
          conditions: clusterConditions(store, cluster, { isInitialized, isProvisioned, isPaused }),
          ...(workers.desiredReplicas + workers.replicas > 0 && { workers }),
          initialization: {
            ...(isProvisioned && { infrastructureProvisioned: true }),
            ...(isInitialized && { controlPlaneInitialized: true }),
          },
          ...{ observedGeneration: 1, phase },
        },
      },
    },
  );
}

function stateOf(phase: string, isInitialized: boolean): SteveState {
  if (isInitialized) return { name: phase.toLowerCase(), message: '', transitioning: false, error: false };
  return { name: 'updating', message: 'establishing connection to control plane', transitioning: true, error: false };
}

/** The infrastructure of a cluster for Cluster API. It is a placeholder that Rancher makes for every cluster. */
export function rkeClusterView(store: RancherStore, cluster: ProvisioningCluster, baseUrl: string) {
  const isReady = store.clusters.get(cluster.managementId ?? '')?.isInfrastructureReady === true;
  const owner = { apiVersion: CAPI_CLUSTER.apiVersion, kind: 'Cluster', name: cluster.name, uid: capiUidOf(cluster) };
  return poolView(
    RKE_CLUSTER,
    headOf(cluster, {
      uid: rkeUidOf(cluster),
      annotations: { 'rke.cattle.io/delete-missing-custom-machines-after': '' },
      labels: { 'cluster.x-k8s.io/cluster-name': cluster.name },
      ownerReferences: [{ ...owner, controller: true, blockOwnerDeletion: true }],
    }),
    {
      baseUrl,
      body: {
        spec: { controlPlaneEndpoint: { host: 'localhost', port: 6443 } },
        status: isReady ? { initialization: { provisioned: true }, ready: true } : {},
      },
    },
  );
}
