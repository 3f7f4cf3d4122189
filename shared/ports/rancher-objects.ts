import type { RotatedService } from '#shared/domain/clusters/certificate-rotation';
import type { ClusterUpgrade } from '#shared/domain/clusters/cluster-upgrade';
import type { DrainedCondition } from '#shared/domain/nodes/drain-verdict';
import type { NodeFacts } from '#shared/domain/nodes/node';
import type { RancherRole as NodeRole } from '#shared/domain/planning/node-spec';

/**
 * A `provisioning.cattle.io.cluster`. `managementId` is empty until Rancher has set `status.clusterName`. With
 * `isBeingDeleted` the object still exists, and Rancher is removing its parts. `kubernetesVersion` is the wanted
 * release, empty if no release is set. `message` is Rancher's text about the cluster's state.
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
   * and registered in Rancher.
   */
  isInstalled: boolean;
  /** The last rotation of certificates that Rancher was asked for. 0 if it never was. */
  rotationGeneration: number;
};
/** The object that Rancher's planner works on, of the same name as the provisioning cluster. */
export type ControlPlane = {
  managementId: string;
  /** The last rotation of certificates that Rancher has finished. 0 if it never has. */
  rotatedGeneration: number;
  /** Whether the planner has nothing left to do. */
  isReconciled: boolean;
  /** What the planner waits for. Empty if it waits for nothing. */
  message: string;
};
/** A rotation of certificates, by Rancher's counter. Without services, of all. */
export type WantedRotation = { generation: number; services: readonly RotatedService[] };
export type NewProvisioningCluster = {
  /** Name of the Kubernetes object in fleet-default, unique in Rancher. */
  name: string;
  /** Labels by which a retry finds the object if the answer to the first request was lost. */
  labels: Record<string, string>;
  kubernetesVersion: string;
  /** The registry from which the cluster pulls its images. The secret contains the account. */
  registry?: { url: string; secretName: string };
  /** Addresses of load balancers in front of the servers. The certificate of the API server must contain them. */
  tlsSans?: readonly string[];
};
/**
 * The Kubernetes release for all nodes of a running cluster, and how Rancher upgrades the nodes: one server at a time,
 * then the agents.
 */
export type WantedRelease = Pick<ClusterUpgrade, 'workerConcurrency' | 'drain'> & { kubernetesVersion: string };
/** A registration token. `token` is empty until Rancher's controller has set it. */
export type RegistrationToken = { id: string; token: string; labels: Record<string, string> };
/** An API key of the provider's own account that is limited to one cluster. */
export type ClusterToken = { id: string; description: string };
/** An API key for one cluster. Rancher shows `bearer` only once. `expiresAt` is absent if the key never expires. */
export type ClusterKey = { id: string; bearer: string; expiresAt?: string };
export type ManagementCluster = {
  id: string;
  name: string;
  /**
   * The cluster's state in Rancher: provisioning, waiting, active, error and others. A cluster is active when it is
   * ready and connected.
   */
  state: string;
  message: string;
  kubernetesVersion: string;
  capacity: Record<string, string>;
  requested: Record<string, string>;
};
/** A cluster in the list of all clusters that Rancher manages. `created` is an ISO time. */
export type ListedCluster = ManagementCluster & {
  description: string;
  nodeCount: number;
  created: string;
};
/** A role template for clusters or for projects. `name` is the display name. */
export type FoundRole = { id: string; name: string; context: 'cluster' | 'project' };
/**
 * A project of a cluster. Its id starts with `clusterId` and a colon. `state` is Rancher's state, mostly `active`.
 * Rancher creates system projects (`isSystem`) for the programs that run the cluster.
 */
export type FoundProject = {
  id: string;
  clusterId: string;
  name: string;
  description: string;
  state: string;
  isSystem: boolean;
};
/**
 * Quotas and limits have Rancher's names, such as `limitsCpu: 2000m`. Rancher refuses a project with only one of the
 * two quotas.
 */
export type NewRancherProject = {
  name: string;
  description: string;
  resourceQuota?: { limit?: Record<string, string> | undefined } | undefined;
  namespaceDefaultResourceQuota?: { limit?: Record<string, string> | undefined } | undefined;
  containerDefaultResourceLimit?: Record<string, string> | undefined;
};
/**
 * The role of a group or a user in a cluster or project (`placeId`). A user's binding has an empty `groupPrincipalId`.
 */
export type RoleBinding = {
  id: string;
  placeId: string;
  roleTemplateId: string;
  groupPrincipalId: string;
  /** Rancher's id of the user. Absent if the role belongs to a group. */
  userId?: string;
};
export type NewRoleBinding = { placeId: string; roleTemplateId: string } & (
  | { groupPrincipalId: string }
  | { userId: string }
);
/** A user account in Rancher. */
export type RancherAccount = {
  id: string;
  /** Unique in Rancher. Empty for users of an external identity provider. */
  username: string;
  /** Display name in Rancher. */
  name: string;
  isEnabled: boolean;
  labels: Record<string, string>;
};
export type NewRancherAccount = Pick<RancherAccount, 'username' | 'name' | 'labels'> & {
  password: string;
  /**
   * Whether the user must change the password at the first sign-in. Only a person can do this, so a program cannot sign
   * in.
   */
  mustChangePassword: boolean;
};
/** The role `user-base` of an account in Rancher. An account without this role may not sign in. */
export type LoginRight = { id: string; userId: string };
/**
 * A machine on which Rancher installs a node. `phase` is Cluster API's phase: Pending, Provisioning, Provisioned,
 * Running, Deleting or Failed. It is empty at first, and `Deleted` if no machine of that name exists any more.
 */
export type RancherMachine = { name: string; phase: string };
/** A registered machine together with its Kubernetes node. */
export type RancherNode = {
  /** Empty until the machine has joined the cluster as a Kubernetes node. */
  id: string;
  /** Absent if the node's cluster was created elsewhere and registered in Rancher. */
  machine?: RancherMachine;
  hostname: string;
  /**
   * Rancher's state of the node. Before the node exists, this is the machine's phase in lower case. While the machine
   * is being deleted, this is `removing`.
   */
  state: string;
  message: string;
  /** The node's roles. Empty if Rancher reports no roles. */
  roles: NodeRole[];
  facts: NodeFacts;
  /** Actions that Rancher offers for the node in its current state, such as `drain` and `cordon`. */
  actions: string[];
  /** The condition `Ready`: whether the kubelet answers. Absent when Rancher shows none. */
  isReady?: boolean;
  /** The node's condition `Drained`. Absent until somebody drains the node. */
  drained?: DrainedCondition;
};

/**
 * The names of a cluster in Rancher, from the cluster's record. If `provisioningName` is absent, the Kubernetes object
 * has the cluster's name.
 */
export type ClusterInRancher = { backendId: string; name: string; provisioningName?: string | undefined };
