import type { Cluster } from '#shared/domain/clusters/cluster';
import type { ClusterUpgrade } from '#shared/domain/clusters/cluster-upgrade';
import type { OperationKind } from '#shared/domain/clusters/operations/rancher-operation';
import type { DrainedCondition } from '#shared/domain/nodes/drain-verdict';
import type { NodeFacts } from '#shared/domain/nodes/node';
import type { RancherRole as NodeRole } from '#shared/domain/planning/rancher-role';

/**
 * A `provisioning.cattle.io.cluster`. `managementId` is empty until Rancher has set `status.clusterName`.
 * `isBeingDeleted`: the object still exists, but Rancher is removing the objects of the cluster. `kubernetesVersion` is
 * the wanted release, or empty. `message` is Rancher's text about the cluster's state.
 */
export type ProvisioningCluster = {
  name: string;
  managementId: string;
  isBeingDeleted: boolean;
  kubernetesVersion: string;
  message: string;
  labels: Record<string, string>;
  /**
   * Whether Rancher installs and upgrades Kubernetes in this cluster. False for a cluster that was created elsewhere
   * and then registered in Rancher.
   */
  isInstalled: boolean;
  /** The number of the last operation of each kind that was requested from Rancher. 0 if there was none. */
  requested: Readonly<Record<OperationKind, number>>;
};
/**
 * Rancher's object `rkecontrolplane`. It shows Rancher's progress on the nodes. It has the same name as the
 * provisioning cluster.
 */
export type ControlPlane = {
  managementId: string;
  /** The number of the last rotation of certificates that Rancher has finished. 0 if there was none. */
  rotatedGeneration: number;
  /** Whether Rancher has nothing left to do on the nodes. */
  isReconciled: boolean;
  /** What Rancher waits for. Empty if it waits for nothing. */
  message: string;
};
export type NewProvisioningCluster = {
  /** Name of the Kubernetes object in the namespace fleet-default. It is unique in one Rancher. */
  name: string;
  /**
   * Labels of the object. If the answer to the object's creation is lost, the next attempt finds the object by these
   * labels.
   */
  labels: Record<string, string>;
  kubernetesVersion: string;
  /** The registry from which the cluster pulls images. The Secret contains the account for the registry. */
  registry?: { url: string; secretName: string };
  /** Addresses of load balancers in front of the servers. They must be in the certificate of the API server. */
  tlsSans?: readonly string[];
};
/**
 * The Kubernetes release for all nodes of a cluster, and how Rancher upgrades them. Rancher upgrades one server after
 * the other, and then the agents.
 */
export type WantedRelease = Pick<ClusterUpgrade, 'workerConcurrency' | 'drain'> & { kubernetesVersion: string };
/** A registration token. `token` is empty until Rancher has set it. */
export type RegistrationToken = { id: string; token: string; labels: Record<string, string> };
/** An API key of the provider's own Rancher account. The key is valid for only one cluster. */
export type ClusterToken = { id: string; description: string };
/** An API key for one cluster. Rancher shows `bearer` only once. `expiresAt` is undefined if the key never expires. */
export type ClusterKey = { id: string; bearer: string; expiresAt?: string };
export type ManagementCluster = {
  id: string;
  name: string;
  /**
   * Rancher's state of the cluster: provisioning, waiting, active, error and others. `active` means ready and
   * connected.
   */
  state: string;
  message: string;
  kubernetesVersion: string;
  capacity: Record<string, string>;
  requested: Record<string, string>;
};
/** A cluster in the list of all clusters that Rancher manages. `created` is a time in ISO 8601. */
export type ListedCluster = ManagementCluster & {
  description: string;
  nodeCount: number;
  created: string;
};
/** A role template for clusters or for projects. `name` is the name that Rancher shows. */
export type FoundRole = { id: string; name: string; context: 'cluster' | 'project' };
/**
 * A project of a cluster. Its id begins with `clusterId` and a colon. `state` is Rancher's state, usually `active`.
 * `isSystem`: Rancher has created the project for the programs that run the cluster.
 */
export type FoundProject = {
  id: string;
  clusterId: string;
  name: string;
  description: string;
  state: string;
  isSystem: boolean;
  annotations: Record<string, string>;
  /**
   * The limit of the project's quota, and the part of the limit that is assigned to the project's namespaces. Absent if
   * the project has no quota.
   */
  quota?: { limit: RancherLimit; usedLimit: RancherLimit };
};
/** Amounts by Rancher's names, such as `limitsCpu: 2000m`. Amounts for which Rancher has no name are in `extended`. */
export type RancherLimit = { [name: string]: string | Record<string, string> };
type RancherQuota = { limit?: RancherLimit | undefined };
/**
 * A change of a Rancher project. `resourceQuota` is the quota of the whole project, and `namespaceDefaultResourceQuota`
 * is the default quota of a namespace. To remove both quotas, set both fields to null.
 */
export type RancherProjectChange = {
  name?: string;
  description?: string;
  /** All annotations that the project is to have. All other annotations are removed. */
  annotations?: Record<string, string>;
  resourceQuota?: RancherQuota | null;
  namespaceDefaultResourceQuota?: RancherQuota | null;
};
/**
 * Amounts in quotas and limits have Rancher's names, such as `limitsCpu: 2000m`. A project needs both quotas
 * (`resourceQuota` and `namespaceDefaultResourceQuota`) or none, because Rancher refuses one quota without the other.
 */
export type NewRancherProject = {
  name: string;
  description: string;
  annotations?: Record<string, string> | undefined;
  resourceQuota?: RancherQuota | null | undefined;
  namespaceDefaultResourceQuota?: RancherQuota | null | undefined;
  containerDefaultResourceLimit?: Record<string, string> | undefined;
};
/** The role of a group or a user in a cluster or project (`placeId`). For a user, `groupPrincipalId` is empty. */
export type RoleBinding = {
  id: string;
  placeId: string;
  roleTemplateId: string;
  groupPrincipalId: string;
  /** Rancher's id of the user. Undefined if the role belongs to a group. */
  userId?: string;
};
export type NewRoleBinding = { placeId: string; roleTemplateId: string } & (
  | { groupPrincipalId: string }
  | { userId: string }
);
export type RancherAccount = {
  id: string;
  /** The username, which is unique in Rancher. Empty for a user of an external identity provider. */
  username: string;
  name: string;
  isEnabled: boolean;
  labels: Record<string, string>;
};
export type NewRancherAccount = Pick<RancherAccount, 'username' | 'name' | 'labels'> & {
  password: string;
  /**
   * Whether the user must change the password at the first sign-in. Until a person has changed the password, no program
   * can sign in.
   */
  mustChangePassword: boolean;
};
/** The role `user-base` of an account in Rancher. Without this role, the account has no right to sign in. */
export type LoginRight = { id: string; userId: string };
/**
 * A machine on which Rancher installs a node. `phase` is the phase of Cluster API: Pending, Provisioning, Provisioned,
 * Running, Deleting or Failed. At first, `phase` is empty. If the machine no longer exists, `phase` is `Deleted`.
 */
export type RancherMachine = { name: string; phase: string };
/** A machine that has registered in Rancher, and its Kubernetes node. */
export type RancherNode = {
  /** Rancher's id of the node. Empty until the machine has joined the cluster as a node. */
  id: string;
  /** The node's machine. Undefined if the node's cluster was created elsewhere and then registered in Rancher. */
  machine?: RancherMachine;
  hostname: string;
  /**
   * Rancher's state of the node. Before the node exists, this is the phase of its machine in lower case. While the
   * machine is being deleted, the state is `removing`.
   */
  state: string;
  message: string;
  /** The node's roles. Empty if Rancher reports no roles. */
  roles: NodeRole[];
  facts: NodeFacts;
  /** The actions that Rancher offers for the node in its current state, such as `drain` and `cordon`. */
  actions: string[];
  /** Whether the kubelet answers (the condition `Ready`). Undefined if Rancher does not show this condition. */
  isReady?: boolean;
  /** The node's condition `Drained`. Undefined until somebody drains the node. */
  drained?: DrainedCondition;
};

/**
 * The names by which Rancher knows a cluster. If `provisioningName` is undefined, the name of the provisioning cluster
 * is `name`. `imported` is set if Paddock did not make the cluster.
 */
export type ClusterInRancher = {
  backendId: string;
  name: string;
  provisioningName?: string | undefined;
  imported?: Cluster['imported'];
};
