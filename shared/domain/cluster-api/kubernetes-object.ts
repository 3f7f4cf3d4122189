/** A Kubernetes object as Paddock writes it. The object's namespace comes from the provider's settings. */
export type KubernetesObject = {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string>; annotations?: Record<string, string> };
  [field: string]: unknown;
};

/** An object as the API of the management cluster shows it. `generation` counts the changes of the object's spec. */
export type SeenKubernetesObject = {
  apiVersion: string;
  kind: string;
  metadata: {
    name: string;
    /** Absent in an object that the API server has never stored. */
    uid?: string;
    labels: Record<string, string>;
    creationTimestamp?: string;
    deletionTimestamp?: string;
    generation?: number;
  };
  [field: string]: unknown;
};

/** Cluster API's own label of all objects that belong to a cluster. The label's value is the name of the cluster. */
export const OF_CLUSTER = 'cluster.x-k8s.io/cluster-name';

/** Kinds of objects that Paddock writes or reads in the management cluster of Cluster API. */
export const KINDS = {
  cluster: { apiVersion: 'cluster.x-k8s.io/v1beta1', kind: 'Cluster' },
  clusterClass: { apiVersion: 'cluster.x-k8s.io/v1beta1', kind: 'ClusterClass' },
  controlPlaneTemplate: { apiVersion: 'controlplane.cluster.x-k8s.io/v1beta1', kind: 'KubeadmControlPlaneTemplate' },
  kubeadmConfigTemplate: { apiVersion: 'bootstrap.cluster.x-k8s.io/v1beta1', kind: 'KubeadmConfigTemplate' },
  clusterResourceSet: { apiVersion: 'addons.cluster.x-k8s.io/v1beta1', kind: 'ClusterResourceSet' },
  configMap: { apiVersion: 'v1', kind: 'ConfigMap' },
  secret: { apiVersion: 'v1', kind: 'Secret' },
} as const;

/**
 * The kinds of objects through which Cluster API reaches a cluster without a floating IP. Backup copies of a cluster's
 * objects do not contain these kinds. Paddock creates such objects again at the next report of a relay.
 */
export const RELAY_KINDS = {
  service: { apiVersion: 'v1', kind: 'Service' },
  endpointSlice: { apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice' },
} as const;

const INFRASTRUCTURE = 'infrastructure.cluster.x-k8s.io/v1beta1';
/** The kinds of the infrastructure providers. */
export const INFRASTRUCTURE_KINDS = {
  openstack: {
    cluster: { apiVersion: INFRASTRUCTURE, kind: 'OpenStackClusterTemplate' },
    machine: { apiVersion: INFRASTRUCTURE, kind: 'OpenStackMachineTemplate' },
  },
  'in-memory': {
    cluster: { apiVersion: INFRASTRUCTURE, kind: 'DevClusterTemplate' },
    machine: { apiVersion: INFRASTRUCTURE, kind: 'DevMachineTemplate' },
  },
} as const;

/** The kinds of objects that Cluster API and its providers make for a cluster. Paddock only reads them. */
export const MADE_KINDS = {
  controlPlane: { apiVersion: 'controlplane.cluster.x-k8s.io/v1beta1', kind: 'KubeadmControlPlane' },
  machineDeployment: { apiVersion: 'cluster.x-k8s.io/v1beta1', kind: 'MachineDeployment' },
  machine: { apiVersion: 'cluster.x-k8s.io/v1beta1', kind: 'Machine' },
  infrastructure: {
    openstack: [
      { apiVersion: INFRASTRUCTURE, kind: 'OpenStackCluster' },
      { apiVersion: INFRASTRUCTURE, kind: 'OpenStackMachine' },
    ],
    'in-memory': [
      { apiVersion: INFRASTRUCTURE, kind: 'DevCluster' },
      { apiVersion: INFRASTRUCTURE, kind: 'DevMachine' },
    ],
  },
} as const;
