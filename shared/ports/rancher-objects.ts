import type { ClusterUpgrade } from '#shared/domain/clusters/cluster-upgrade';
import type { DrainedCondition } from '#shared/domain/nodes/drain-verdict';
import type { NodeFacts } from '#shared/domain/nodes/node';
import type { RancherRole as NodeRole } from '#shared/domain/planning/node-spec';

/**
 * A `provisioning.cattle.io.cluster`. `managementId` is empty until Rancher has set `status.clusterName`. It still
 * exists with `isBeingDeleted` while Rancher removes its parts. `kubernetesVersion` is the wanted release, empty when
 * none is set. `message` is Rancher's text about its state.
 */
export type ProvisioningCluster = {
  name: string;
  managementId: string;
  isBeingDeleted: boolean;
  kubernetesVersion: string;
  message: string;
  labels: Record<string, string>;
  /**
   * Whether Rancher installs and upgrades its Kubernetes. False for a cluster that was created elsewhere and
   * registered.
   */
  isInstalled: boolean;
};
export type NewProvisioningCluster = {
  /** Name of the Kubernetes object in fleet-default. Unique in Rancher. */
  name: string;
  /** Labels by which a retry finds the object when the answer to the request was lost. */
  labels: Record<string, string>;
  kubernetesVersion: string;
  /** Where the cluster pulls its images from. The secret holds the account. */
  registry?: { url: string; secretName: string };
  /** Addresses in front of the servers. The certificate of the API server has to name them. */
  tlsSans?: readonly string[];
};
/** The release for all nodes of a running cluster, and how Rancher upgrades them: one server at a time, then agents. */
export type WantedRelease = Pick<ClusterUpgrade, 'workerConcurrency' | 'drain'> & { kubernetesVersion: string };
/** `token` is empty until Rancher's controller has set it. */
export type RegistrationToken = { id: string; token: string; labels: Record<string, string> };
/** An API key of the provider's own account, limited to a cluster. */
export type ClusterToken = { id: string; description: string };
/** An API key for one cluster. Rancher shows `bearer` only once. `expiresAt` is absent when the key never expires. */
export type ClusterKey = { id: string; bearer: string; expiresAt?: string };
export type ManagementCluster = {
  id: string;
  name: string;
  /**
   * Rancher's state: provisioning, waiting, active, error and others. A cluster is active when it is ready and
   * connected.
   */
  state: string;
  message: string;
  kubernetesVersion: string;
  capacity: Record<string, string>;
  requested: Record<string, string>;
};
/** A cluster in the list of all that Rancher manages. `created` is an instant. */
export type ListedCluster = ManagementCluster & {
  description: string;
  nodeCount: number;
  created: string;
};
/** A role template for clusters or for their projects. `name` is its display name. */
export type FoundRole = { id: string; name: string; context: 'cluster' | 'project' };
/**
 * A project of a cluster. Its id begins with `clusterId` and a colon. `state` is Rancher's, mostly `active`. Rancher
 * creates system projects (`isSystem`) for what runs the cluster.
 */
export type FoundProject = {
  id: string;
  clusterId: string;
  name: string;
  description: string;
  state: string;
  isSystem: boolean;
};
/** Quotas and limits by Rancher's names, such as `limitsCpu: 2000m`. Rancher takes both quotas or none. */
export type NewRancherProject = {
  name: string;
  description: string;
  resourceQuota?: { limit?: Record<string, string> | undefined } | undefined;
  namespaceDefaultResourceQuota?: { limit?: Record<string, string> | undefined } | undefined;
  containerDefaultResourceLimit?: Record<string, string> | undefined;
};
/**
 * `namespace`: every object goes there, and one that names another is refused. `defaultNamespace`: for objects without
 * a namespace.
 */
export type ImportNamespaces = { namespace?: string; defaultNamespace?: string };
/** A group's or a user's role in a cluster or project (`placeId`). A user's binding has no `groupPrincipalId`. */
export type RoleBinding = {
  id: string;
  placeId: string;
  roleTemplateId: string;
  groupPrincipalId: string;
  /** Rancher's id of the user. Absent for a group. */
  userId?: string;
};
export type NewRoleBinding = { placeId: string; roleTemplateId: string } & (
  | { groupPrincipalId: string }
  | { userId: string }
);
/** One of Rancher's own accounts. */
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
  /** Rancher makes a person change the password at the first sign-in. A program cannot. */
  mustChangePassword: boolean;
};
/** An account's role `user-base` in Rancher. Without it the account may not sign in. */
export type LoginRight = { id: string; userId: string };
/**
 * A machine on which Rancher installs a node. `phase` is Cluster API's: Pending, Provisioning, Provisioned, Running,
 * Deleting or Failed. It is empty at first, and `Deleted` once no machine of that name exists.
 */
export type RancherMachine = { name: string; phase: string };
/** A registered machine, joined with the Kubernetes node that it became. */
export type RancherNode = {
  /** Empty until the machine has joined as a Kubernetes node. */
  id: string;
  /** Absent for a node that was created elsewhere and registered with its cluster. */
  machine?: RancherMachine;
  hostname: string;
  /**
   * Rancher's state of the node. Before there is a node, the machine's phase in lower case; `removing` once the machine
   * is being deleted.
   */
  state: string;
  message: string;
  /** The node's roles. Empty when Rancher reports none. */
  roles: NodeRole[];
  facts: NodeFacts;
  /** Actions that Rancher offers for the node in its current state: `drain`, `cordon` and others. */
  actions: string[];
  /** The condition `Ready`: whether the kubelet answers. Absent when Rancher shows none. */
  isReady?: boolean;
  /** The condition `Drained`. Absent until somebody drains the node. */
  drained?: DrainedCondition;
};

/**
 * A cluster's names in Rancher, from its record. The Kubernetes object has the cluster's name unless `provisioningName`
 * says otherwise.
 */
export type ClusterInRancher = { backendId: string; name: string; provisioningName?: string | undefined };
