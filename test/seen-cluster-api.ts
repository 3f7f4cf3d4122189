import type { SeenKubernetesObject } from '#shared/domain/cluster-api/kubernetes-object';
import type { Waiting } from '#shared/domain/cluster-api/status/observe-cluster';
import type { SeenCluster, WantedCluster } from '#shared/domain/cluster-api/status/seen-cluster';
import { aClusterApiSpec } from './builders/cluster-api-builders.ts';

/** Builders for objects of Cluster API as its managers show them. A test names only the fields that it is about. */

export const VERSION = 'v1.33.5';
export const conditions = (values: Record<string, string | [status: string, message: string]>) =>
  Object.entries(values).map(([type, value]) => {
    const [status, message] = typeof value === 'string' ? [value, ''] : value;
    return { type, status, message };
  });
export const object = (kind: string, name: string, more: object = {}, metadata: object = {}): SeenKubernetesObject => ({
  apiVersion: 'cluster.x-k8s.io/v1beta1',
  kind,
  metadata: { name, labels: {}, ...metadata },
  ...more,
});

export const READY = {
  Ready: 'True',
  ControlPlaneInitialized: 'True',
  ControlPlaneReady: 'True',
  InfrastructureReady: 'True',
};
export const NEW = { Available: 'True', RollingOut: 'False', TopologyReconciled: 'True', InfrastructureReady: 'True' };
export const cluster = (old: Parameters<typeof conditions>[0] = {}, recent: Parameters<typeof conditions>[0] = {}) =>
  object('Cluster', 'kube-a1b2c3d4e5', {
    status: {
      conditions: conditions({ ...READY, TopologyReconciled: 'True', ...old }),
      v1beta2: { conditions: conditions({ ...NEW, ...recent }) },
    },
  });
export const controlPlane = (wanted: number, ready: number, more: object = {}) =>
  object('KubeadmControlPlane', 'kube-a1b2c3d4e5-x', {
    spec: { replicas: wanted, version: VERSION },
    status: { replicas: wanted, readyReplicas: ready, updatedReplicas: ready, ...more },
  });
export const deployment = (name: string, wanted: number, ready: number, more: object = {}) =>
  object(
    'MachineDeployment',
    `kube-a1b2c3d4e5-${name}-x`,
    {
      spec: { replicas: wanted, template: { spec: { version: VERSION } } },
      status: { replicas: wanted, readyReplicas: ready, updatedReplicas: ready, ...more },
    },
    { labels: { 'topology.cluster.x-k8s.io/deployment-name': name } },
  );
export const seen = (more: Partial<SeenCluster> = {}): SeenCluster => ({
  cluster: cluster(),
  controlPlane: controlPlane(3, 3),
  machineDeployments: [deployment('default-worker', 2, 2)],
  machines: [],
  infrastructure: [],
  ...more,
});

export const spec = aClusterApiSpec();
export const wanted: WantedCluster = {
  spec: { ...spec, controlPlane: { ...spec.controlPlane, replicas: 3 } },
  kubernetesVersion: VERSION,
};
export const creating: Waiting = { action: 'create', waitedMs: 60_000, deadlineMs: 1_800_000 };
export const updating: Waiting = { ...creating, action: 'update' };
export const later = (waiting: Waiting): Waiting => ({ ...waiting, waitedMs: 1_800_000 });

export const QUOTA =
  'Expected HTTP response code [202] but got 403: {"forbidden": {"code": 403, "message": "Quota exceeded for cores: Requested 4, but already used 20 of 20 cores"}}';
export const failedServer = (message: string) =>
  object('OpenStackServer', 'kube-a1b2c3d4e5-x-1', {
    status: { conditions: conditions({ InstanceReady: ['False', message] }) },
  });
