import type { ManagementCluster, ProvisioningCluster } from '../_core/rancher-objects.ts';
import { isConnected, machinesOf, type RancherStore } from '../_core/rancher-store.ts';
import { isSane } from '../machines/machine-objects.ts';
import { packedSpec } from '../operations/etcd-snapshots.ts';
import { askedOf, OPERATIONS, operationMessage, operationStatus } from '../operations/planner-operation.ts';
import { capiUidOf } from '../pools/capi/capi-cluster-view.ts';
import { CAPI_CLUSTER } from '../pools/pool-kinds.ts';
import { plannerMessage } from './planner-message.ts';
import { rotationMessage, rotationOf } from './rotation-message.ts';

export const CONTROL_PLANE_TYPE = 'rke.cattle.io.rkecontrolplane';

/** The object that Rancher's planner works on. Each cluster that Rancher makes has one, of the same name. */
export function controlPlaneView(store: RancherStore, given: ProvisioningCluster, baseUrl: string) {
  const { name, namespace, createdAt, spec, managementId = '' } = given;
  const cluster = store.clusters.get(managementId);
  const message = messageOf(store, given, cluster);
  const self = `${baseUrl}/v1/${CONTROL_PLANE_TYPE}s/${namespace}/${name}`;
  const view = `${baseUrl}/apis/rke.cattle.io/v1/namespaces/${namespace}/rkecontrolplanes/${name}`;
  return {
    ...{ id: `${namespace}/${name}`, type: CONTROL_PLANE_TYPE },
    links: { patch: self, remove: self, self, update: self, view },
    ...{ apiVersion: 'rke.cattle.io/v1', kind: 'RKEControlPlane' },
    metadata: {
      annotations: { 'rke.cattle.io/cluster-spec': packedSpec(given) },
      creationTimestamp: createdAt,
      finalizers: ['wrangler.cattle.io/rke-control-plane-remove'],
      labels: { 'cluster.x-k8s.io/cluster-name': name },
      ownerReferences: [
        {
          ...{ apiVersion: CAPI_CLUSTER.apiVersion, kind: 'Cluster', name, uid: capiUidOf(given) },
          ...{ controller: true, blockOwnerDeletion: true },
        },
      ],
      ...{ name, namespace, resourceVersion: String(given.resourceVersion), uid: `${given.uid.slice(0, -1)}0` },
      state:
        message === undefined
          ? { error: false, message: 'Resource is Ready', name: 'active', transitioning: false }
          : { error: false, message, name: 'reconciling', transitioning: true },
    },
    spec: {
      ...{ clusterName: name, kubernetesVersion: spec.kubernetesVersion, managementClusterName: managementId },
      ...(rotationOf(spec) && { rotateCertificates: rotationOf(spec) }),
      ...Object.fromEntries(OPERATIONS.map((operation) => [operation.field, askedOf(given, operation)])),
    },
    status: {
      ...operationStatus(given),
      ...(given.rotatedGeneration !== undefined && { certificateRotationGeneration: given.rotatedGeneration }),
      agentConnected: isConnected(store, managementId),
      conditions: conditionsOf(store, managementId, message),
    },
  };
}

function messageOf(store: RancherStore, given: ProvisioningCluster, cluster: ManagementCluster | undefined) {
  const { spec } = given;
  if (!cluster) return 'waiting for infrastructure ready';
  return (
    operationMessage(given) ??
    rotationMessage(store, given) ??
    plannerMessage({ machines: machinesOf(store, cluster.id), spec, isActive: cluster.active })
  );
}

function conditionsOf(store: RancherStore, clusterId: string, message: string | undefined) {
  const is = (type: string, truth: boolean) => ({ type, status: truth ? 'True' : 'False' });
  const done = (type: string) =>
    message === undefined ? is(type, true) : { type, status: 'Unknown', reason: 'Waiting', message };
  const machines = machinesOf(store, clusterId);
  return [
    ...[is('ScalingUp', false), is('ScalingDown', false), is('RollingOut', false)],
    ...[done('Ready'), done('Reconciled'), is('Stable', isSane(machines))],
    ...(isSane(machines) ? [is('Provisioned', true), is('Bootstrapped', true)] : []),
    {
      ...is('SystemUpgradeControllerReady', false),
      reason: 'the SystemUpgradeControllerChartVersion setting is not set',
    },
  ];
}
