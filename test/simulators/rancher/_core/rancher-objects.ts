import type { ObjectMeta } from '#test/simulators/kubernetes/objects/kubernetes-objects';
import type { ContentType } from '../contents/content-types.ts';

/** A Kubernetes condition as Rancher's controllers write it. */
export interface Condition {
  type: string;
  status: 'True' | 'False' | 'Unknown';
  reason?: string | undefined;
  message?: string | undefined;
  lastUpdateTime: string;
}

/** The progress of a one-time operation on a cluster, such as a snapshot. */
export interface OperationState {
  asked: Record<string, unknown>;
  phase: string;
}

/** A `provisioning.cattle.io/v1` cluster: what the user asked for. */
export interface ProvisioningCluster {
  name: string;
  namespace: string;
  generateName: string;
  uid: string;
  createdAt: string;
  creatorId: string;
  deletedAt?: string;
  generation: number;
  /** The generation that the cluster's planner has processed. */
  observedGeneration: number;
  resourceVersion: number;
  labels: Record<string, string>;
  annotations: Record<string, string>;
  spec: Record<string, unknown>;
  /** A deleted object stays while it has finalizers. */
  finalizers: string[];
  conditions: Condition[];
  /** `c-m-…`, the id of the v3 cluster. Absent until Rancher's controller has made that cluster. */
  managementId?: string;
  /** The last rotation of certificates that the cluster's planner has finished. Absent before the first. */
  rotatedGeneration?: number;
  /** Snapshots, restorations and rotations of keys, by their field in `rkeConfig`. */
  operations?: Record<string, OperationState>;
  /** The field of the operation that fails next. `POST /_sim/operation-failures` sets it. */
  failingOperation?: string;
}

/** A v3 (`management.cattle.io`) cluster. Rancher made it for a provisioning cluster, or it was imported. */
export interface ManagementCluster {
  id: string;
  name: string;
  description: string;
  uid: string;
  createdAt: string;
  creatorId: string;
  deletedAt?: string;
  /** Whether the v3 cluster was deleted and Rancher will soon make it again. */
  isMadeAgain?: true;
  resourceVersion: number;
  /** The labels of the v3 cluster itself, in addition to the labels of its provisioning cluster. */
  labels: Record<string, string>;
  /** `<namespace>/<name>` of the provisioning cluster, or '' for an import. */
  provisioningKey: string;
  /** The provisioning cluster. It is kept here because Rancher deletes it before the v3 cluster. */
  origin?: ProvisioningCluster;
  finalizers: string[];
  conditions: Condition[];
  /** Whether the cluster shows its capacity and its usage. Both are 0 until its agent is connected. */
  isReporting: boolean;
  /** Whether machines may get plans. As long as this is false, the cluster waits for infrastructure. */
  isInfrastructureReady: boolean;
  /**
   * What the cluster's machines have reported. From `called` on, Rancher shows the driver; from `version` on, the
   * Kubernetes version. The agent's report sets `complete`.
   */
  contact: 'none' | 'called' | 'version' | 'complete';
  /** Whether the cluster's agent has ever been connected. */
  active: boolean;
  /** Whether the agent has lost its connection, so that nothing inside the cluster can be reached. */
  isCutOff?: true | undefined;
}

/** A cluster's namespace `c-m-…` in Rancher's own cluster. */
export interface ClusterNamespace {
  name: string;
  uid: string;
  createdAt: string;
  resourceVersion: number;
  /** The time since which the namespace has been terminating. */
  deletedAt?: string;
}

export interface NodeRoles {
  etcd: boolean;
  controlPlane: boolean;
  worker: boolean;
}

export interface Taint {
  key: string;
  value?: string | undefined;
  effect: string;
}

/** A v3 node: Rancher's record of a Kubernetes Node. The Node itself is among the cluster's contents. */
export interface RancherNode {
  /** `<cluster>:machine-…` */
  id: string;
  clusterId: string;
  nodeName: string;
  uid: string;
  createdAt: string;
  drain: 'none' | 'draining' | 'drained' | 'failed';
  /** The value that the v3 node shows for a moment, before it takes over the value of its Kubernetes Node. */
  lagging?: { unschedulable: boolean } | undefined;
  /** Taints that a client sent to Rancher. They are shown until the Kubernetes Node's own taints arrive again. */
  putTaints?: Taint[] | undefined;
}

export interface RegistrationToken {
  /** `<cluster>:<name>` */
  id: string;
  name: string;
  clusterId: string;
  createdAt: string;
  uid: string;
  labels: Record<string, string>;
  /** The user who made the token. Empty if Rancher made it. */
  creatorId: string;
  resourceVersion: number;
  /** Empty until Rancher's controller has filled it in, so the answer to the POST does not hold it. */
  token: string;
  /** The time at which the token gets a new value, in milliseconds since the epoch. */
  expiresAt: number;
  /** The previous value, with which machines may still join for a while. */
  previous?: { token: string; until: number } | undefined;
}

/** A role that can be given in clusters or projects. */
export interface RoleTemplate {
  id: string;
  name: string;
  context: 'cluster' | 'project' | '';
  description?: string | undefined;
  builtin: boolean;
  /** Clients should not offer this role. */
  hidden: boolean;
  /** The role's rules come from a cluster role in the cluster. */
  external: boolean;
  /** The role can no longer be given. */
  locked: boolean;
  administrative: boolean;
  clusterCreatorDefault: boolean;
  projectCreatorDefault: boolean;
  /** The roles that this role inherits from. */
  roleTemplateIds: string[];
  rules?: Record<string, unknown>[] | undefined;
  labels: Record<string, string>;
  annotations: Record<string, string>;
  creatorId: string | null;
  createdAt: string;
  removedAt?: string;
  uid: string;
}

/** A role of a user or a group in a cluster or a project. */
export interface RoleBinding {
  /** `<cluster>:crtb-…`, `p-…:prtb-…` */
  id: string;
  kind: 'cluster' | 'project';
  name: string;
  placeId: string;
  roleTemplateId: string;
  groupPrincipalId: string;
  userPrincipalId: string;
  /** The id of the user in Rancher. Empty if the binding is for a group, or names its user only by principal. */
  userId: string;
  /** Null if Rancher made the binding for the creator of the cluster or project. */
  creatorId?: string | null;
  createdAt: string;
  /** When the DELETE was received. Set only while the binding's finalizers run. */
  removedAt?: string;
  uid: string;
}

export interface RancherProject {
  /** `<cluster>:p-…` */
  id: string;
  clusterId: string;
  name: string;
  description: string;
  createdAt: string;
  uid: string;
  resourceQuota?: Quota | null | undefined;
  namespaceDefaultResourceQuota?: Quota | null | undefined;
  /** The part of `resourceQuota` that the project's namespaces use, from Rancher's last count. */
  usedLimit?: Record<string, string>;
  labels?: Record<string, string>;
  annotations?: Record<string, string> | undefined;
  creatorId?: string | null;
  /** The time of the DELETE, as long as the project's finalizers run. */
  removedAt?: string;
}

/** A Kubernetes object inside a cluster. */
export interface ContentObject {
  clusterId: string;
  type: ContentType;
  /** `namespace/name`, or only the name for objects without a namespace. */
  id: string;
  name: string;
  namespace: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
  uid: string;
  createdAt: string;
  resourceVersion: number;
  /** Further metadata, such as finalizers and the time of deletion. */
  meta?: Partial<ObjectMeta>;
  /** The fields other than the metadata, such as `spec` and `status`. */
  body: Record<string, unknown>;
}
type Quota = { limit: Record<string, unknown> };

export interface RancherSecret {
  name: string;
  generateName?: string | undefined;
  namespace: string;
  uid: string;
  createdAt: string;
  resourceVersion: number;
  type: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
  data: Record<string, string>;
}

/** A role of a user or a group in all of Rancher. */
export interface GlobalRoleBinding {
  id: string;
  globalRoleId: string;
  userId: string;
  groupPrincipalId: string;
  creatorId: string | null;
  createdAt: string;
  removedAt?: string;
  uid: string;
}
