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

/** How far a cluster has come with something that it was asked for once. */
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
  /** The generation that its planner has taken in. */
  observedGeneration: number;
  resourceVersion: number;
  labels: Record<string, string>;
  annotations: Record<string, string>;
  spec: Record<string, unknown>;
  /** While there are any, a deleted object stays. */
  finalizers: string[];
  conditions: Condition[];
  /** `c-m-…`, Rancher's own name for it; there only once its controller has come by. */
  managementId?: string;
  /** The last rotation of certificates that its planner has finished; absent before the first. */
  rotatedGeneration?: number;
  /** Snapshots, restorations and rotations of keys, by their field in `rkeConfig`. */
  operations?: Record<string, OperationState>;
  /** The operation that fails next, by its field; asked for by `POST /_sim/operation-failures`. */
  failingOperation?: string;
}

/** The v3 (`management.cattle.io`) cluster that stands behind a provisioning one, or is an import. */
export interface ManagementCluster {
  id: string;
  name: string;
  description: string;
  uid: string;
  createdAt: string;
  creatorId: string;
  deletedAt?: string;
  /** It is deleted for a moment only. */
  isMadeAgain?: true;
  resourceVersion: number;
  /** Labels of its own, beside those of its provisioning cluster. */
  labels: Record<string, string>;
  /** `<namespace>/<name>` of the provisioning cluster; '' of an import. */
  provisioningKey: string;
  /** The provisioning cluster, which is gone before it. */
  origin?: ProvisioningCluster;
  finalizers: string[];
  conditions: Condition[];
  /** It shows quantities: 0 until it is connected. */
  isReporting: boolean;
  /** Machines may be planned: until then it waits for infrastructure. */
  isInfrastructureReady: boolean;
  /** What machines have reported: once one has called there is a driver, and soon a version; `complete` with the agent's report. */
  contact: 'none' | 'called' | 'version' | 'complete';
  /** Its agent has been connected. */
  active: boolean;
  /** … and is no longer, so that nothing inside can be asked for. */
  isCutOff?: true | undefined;
}

/** `c-m-…` among the namespaces of Rancher's own cluster. */
export interface ClusterNamespace {
  name: string;
  uid: string;
  createdAt: string;
  resourceVersion: number;
  /** From then on it is terminating. */
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

/** A v3 node: what Rancher keeps of a Kubernetes Node, which is among the cluster's contents. */
export interface RancherNode {
  /** `<cluster>:machine-…` */
  id: string;
  clusterId: string;
  /** The name of the Kubernetes Node. */
  nodeName: string;
  uid: string;
  createdAt: string;
  drain: 'none' | 'draining' | 'drained' | 'failed';
  /** It follows its Kubernetes Node a moment later: until then it shows this. */
  lagging?: { unschedulable: boolean } | undefined;
  /** Taints that somebody put to Rancher, until the Kubernetes Node's own come by again. */
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
  /** '' where Rancher itself made it. */
  creatorId: string;
  resourceVersion: number;
  /** Empty until Rancher's controller has filled it in: the answer to the POST does not hold it. */
  token: string;
  /** Milliseconds since the epoch: then there is another value. */
  expiresAt: number;
  /** The value before, with which machines may join a while longer. */
  previous?: { token: string; until: number } | undefined;
}

/** A role that can be given in clusters or projects. */
export interface RoleTemplate {
  id: string;
  name: string;
  context: 'cluster' | 'project' | '';
  description?: string | undefined;
  builtin: boolean;
  /** Not for clients to offer. */
  hidden: boolean;
  /** Its rules are a cluster role's in the cluster. */
  external: boolean;
  /** It cannot be given any more. */
  locked: boolean;
  administrative: boolean;
  clusterCreatorDefault: boolean;
  projectCreatorDefault: boolean;
  /** The roles that it inherits from. */
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
  /** The cluster's or the project's id. */
  placeId: string;
  roleTemplateId: string;
  groupPrincipalId: string;
  userPrincipalId: string;
  /** The user, in a binding of one of Rancher's own accounts. */
  userId: string;
  /** Null for those that Rancher made for the creator of their place. */
  creatorId?: string | null;
  createdAt: string;
  /** From the DELETE on, while its finalizers run. */
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
  /** What its namespaces have been given of `resourceQuota`, as Rancher has counted last. */
  usedLimit?: Record<string, string>;
  labels?: Record<string, string>;
  annotations?: Record<string, string> | undefined;
  creatorId?: string | null;
  /** From the DELETE on, while its finalizers run. */
  removedAt?: string;
}

/** An object inside a cluster, as Kubernetes there has it. */
export interface ContentObject {
  clusterId: string;
  type: ContentType;
  /** `namespace/name`, or the name. */
  id: string;
  name: string;
  namespace: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
  uid: string;
  createdAt: string;
  resourceVersion: number;
  /** Finalizers, deletion and what else its metadata may have. */
  meta?: Partial<ObjectMeta>;
  /** `spec`, `status` and what else it has beside its metadata. */
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
