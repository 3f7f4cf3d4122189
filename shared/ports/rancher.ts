import type { ClusterDefinition } from '#shared/domain/clusters/cluster-definition';
import type { ClusterUpgrade } from '#shared/domain/clusters/cluster-upgrade';
import type { DrainedCondition } from '#shared/domain/nodes/drain-verdict';
import type { NodeFacts } from '#shared/domain/nodes/node';
import type { RancherRole as NodeRole } from '#shared/domain/planning/node-spec';
import type { RancherSettings } from '#shared/domain/providers/service-settings';
import type { RancherContents } from './contents.ts';
import type { RancherSite } from './rancher-site.ts';

/**
 * `provisioning.cattle.io.cluster`: `managementId` is empty until Rancher has assigned `status.clusterName`. One that
 * `isBeingDeleted` is still there while Rancher takes it apart; `kubernetesVersion` is the release that Rancher is to bring it to, empty
 * where it tells none; `message` is Rancher's word of how far that is, or anything else is.
 */
export type ProvisioningCluster = {
  name: string;
  managementId: string;
  isBeingDeleted: boolean;
  kubernetesVersion: string;
  message: string;
  labels: Record<string, string>;
  /** Rancher installs and upgrades its Kubernetes: not of a cluster that was made elsewhere, and registered there. */
  isInstalled: boolean;
};
export type NewProvisioningCluster = {
  /** Name of the Kubernetes object in fleet-default; unique in Rancher. */
  name: string;
  /** Labels by which we find again what a lost answer left behind. */
  labels: Record<string, string>;
  kubernetesVersion: string;
  /** Where the cluster's images come from; the secret holds the account there. */
  registry?: { url: string; secretName: string };
  /** Addresses in front of the servers, which their API certificate has to name. */
  tlsSans?: readonly string[];
};
/** What all nodes of a running cluster are to run, and how Rancher gets them there: one server at a time, then agents. */
export type WantedRelease = Pick<ClusterUpgrade, 'workerConcurrency' | 'drain'> & { kubernetesVersion: string };
/** `token` is empty until Rancher's controller has filled it in. */
export type RegistrationToken = { id: string; token: string; labels: Record<string, string> };
/** An API key of the provider's own account that names a cluster. */
export type ClusterToken = { id: string; description: string };
/** An API key of an account that opens one cluster; `bearer` is shown this once, `expiresAt` is absent when it never ends. */
export type ClusterKey = { id: string; bearer: string; expiresAt?: string };
export type ManagementCluster = {
  id: string;
  name: string;
  /** Rancher's word: provisioning, waiting, active, error, … Only one that is ready and connected is active. */
  state: string;
  message: string;
  kubernetesVersion: string;
  capacity: Record<string, string>;
  requested: Record<string, string>;
};
/** As one among all that Rancher manages; `created` is an instant. */
export type ListedCluster = ManagementCluster & {
  description: string;
  nodeCount: number;
  created: string;
};
/** A role that can be given in a cluster, or in a project of one; `name` is how Rancher shows it. */
export type RancherRole = { id: string; name: string; context: 'cluster' | 'project' };
/**
 * A part of a cluster, with `clusterId` before the colon of its id; `state` is Rancher's word, mostly `active`. `isSystem`: Rancher has
 * made it for what runs the cluster.
 */
export type RancherProject = {
  id: string;
  clusterId: string;
  name: string;
  description: string;
  state: string;
  isSystem: boolean;
};
/** Quotas and limits by Rancher's names: `limitsCpu: 2000m`. Rancher wants both quotas, or none. */
export type NewRancherProject = {
  name: string;
  description: string;
  resourceQuota?: { limit?: Record<string, string> | undefined } | undefined;
  namespaceDefaultResourceQuota?: { limit?: Record<string, string> | undefined } | undefined;
  containerDefaultResourceLimit?: Record<string, string> | undefined;
};
/**
 * Names. Objects without a namespace get `namespace`, or else `defaultNamespace`; those that have another one than `namespace` are
 * refused.
 */
export type ImportNamespaces = { namespace?: string; defaultNamespace?: string };
/** That a group, or a user, has a role in a cluster, or a project (`placeId`). Bindings of users have no `groupPrincipalId`. */
export type RoleBinding = {
  id: string;
  placeId: string;
  roleTemplateId: string;
  groupPrincipalId: string;
  /** Rancher's id of the account, where it is a user's. */
  userId?: string;
};
export type NewRoleBinding = { placeId: string; roleTemplateId: string } & (
  | { groupPrincipalId: string }
  | { userId: string }
);
/** One of Rancher's own accounts. */
export type RancherAccount = {
  id: string;
  /** Unique in Rancher; empty of those who come from an outer provider. */
  username: string;
  /** As Rancher shows it. */
  name: string;
  isEnabled: boolean;
  labels: Record<string, string>;
};
export type NewRancherAccount = Pick<RancherAccount, 'username' | 'name' | 'labels'> & {
  password: string;
  /** A person is asked for another password at the first sign-in; a program cannot be. */
  mustChangePassword: boolean;
};
/** That an account has Rancher's role `user-base`, without which it may not sign in. */
export type LoginRight = { id: string; userId: string };
/**
 * What Rancher installs a node on. `phase` is Cluster API's word: Pending, Provisioning, Provisioned, Running, Deleting, Failed; empty
 * at first, and `Deleted` once there is none of that name any more.
 */
export type RancherMachine = { name: string; phase: string };
/** What a machine has registered as, joined with what its kubelet has become in its cluster. */
export type RancherNode = {
  /** Empty until its kubelet has joined: then there is its machine only. */
  id: string;
  /** Absent of a node that was made elsewhere, and registered with its cluster. */
  machine?: RancherMachine;
  hostname: string;
  /** Rancher's word of the node; before there is one, its machine's phase in small letters; `removing` as soon as that is to go. */
  state: string;
  message: string;
  /** What it does in its cluster; none where Rancher does not tell. */
  roles: NodeRole[];
  facts: NodeFacts;
  /** Names of what Rancher lets us do to it as it is now: `drain`, `cordon`, … */
  actions: string[];
  /** Its condition `Drained`; absent while nobody has drained it. */
  drained?: DrainedCondition;
};

/** As a cluster's record has it; its Kubernetes object is called like the cluster, where nothing else is said. */
export type ClusterInRancher = { backendId: string; name: string; provisioningName?: string | undefined };

/** One provider's Rancher. Every call may throw the Backend* family of shared/errors.ts. */
export interface Rancher extends RancherContents, RancherSite {
  findProvisioningCluster(name: string): Promise<ProvisioningCluster | undefined>;
  /** Those with all of these labels; without any, all. */
  listProvisioningClusters(labels: Record<string, string>): Promise<ProvisioningCluster[]>;
  /** Of the provider's private registry; absent unless its address, user and password are all known. */
  readonly registryUrl?: string;
  /** Names of the registry's secrets with these labels. */
  listRegistrySecrets(labels: Record<string, string>): Promise<string[]>;
  /** One of that name with these labels, made or found; answers the name. A BackendConflict where somebody else's has it. */
  ensureRegistrySecret(name: string, labels: Record<string, string>): Promise<string>;
  /** Gone is fine. */
  deleteRegistrySecret(name: string): Promise<void>;
  createProvisioningCluster(item: NewProvisioningCluster): Promise<ProvisioningCluster>;
  /**
   * Asks for a release, which Rancher then brings to one node after the other. The same again writes nothing. A BackendConflict where
   * somebody else wrote the object meanwhile.
   */
  upgradeProvisioningCluster(name: string, wanted: WantedRelease): Promise<void>;
  /** Gone is fine. Rancher removes nodes, tokens and the management cluster with it, in its own time. */
  deleteProvisioningCluster(name: string): Promise<void>;
  findCluster(id: string): Promise<ManagementCluster | undefined>;
  /** All that the provider's account may see, whoever made them; the one that Rancher itself runs on is not among them. */
  listClusters(): Promise<ListedCluster[]>;
  /** Those with all of these labels, which they have from the object that made them. */
  listClustersLabelled(labels: Record<string, string>): Promise<ManagementCluster[]>;
  /** What is left of a cluster without its Kubernetes object, or never had one. Gone is fine. */
  deleteCluster(id: string): Promise<void>;
  /**
   * As Rancher is to show it: it takes any, and gives a cluster that its Kubernetes object has made the old one again at once. The same
   * one again is fine.
   */
  renameCluster(id: string, name: string): Promise<void>;
  /** In two requests, whatever their number. */
  listNodes(cluster: ClusterInRancher): Promise<RancherNode[]>;
  /** The same, in one request while no machine has registered; then there is no node either that would be one of its machines. */
  listRegistered(cluster: ClusterInRancher): Promise<RancherNode[]>;
  /**
   * The same, in one request where all of these host names have joined and every node names its machine. Then nothing is known of how
   * machines are, nor of those that have no node: `phase` is empty.
   */
  listJoined(cluster: ClusterInRancher, hostnames: readonly string[]): Promise<RancherNode[]>;
  /**
   * Asks Rancher to cordon the node and to evict its pods, those too that nothing makes again elsewhere or that lose local data. It
   * answers at once. A BackendRejected where the node does not offer it.
   */
  drainNode(id: string, timeoutSeconds: number): Promise<void>;
  /** Gone is fine. Rancher has a member leave etcd before its machine is gone; the node may stay. */
  deleteMachine(name: string): Promise<void>;
  /** Gone is fine. It comes back, under another id, as long as Kubernetes has it. */
  deleteNode(id: string): Promise<void>;
  /** The cluster's own object, by its host name. Gone is fine. BackendUnavailable where the cluster is not connected. */
  deleteKubernetesNode(clusterId: string, hostname: string): Promise<void>;
  listRegistrationTokens(clusterId: string): Promise<RegistrationToken[]>;
  createRegistrationToken(clusterId: string, labels: Record<string, string>): Promise<RegistrationToken>;
  /** Gone is fine. */
  deleteRegistrationToken(id: string): Promise<void>;
  /** Keys of the provider's own account that name the cluster; Rancher shows nobody else's. */
  listClusterTokens(clusterId: string): Promise<ClusterToken[]>;
  /** Gone is fine. */
  deleteClusterToken(id: string): Promise<void>;
  /** As Rancher has it now; the first by its management id, the second by the name of its Kubernetes object. */
  readDefinition(clusterId: string, provisioningName: string): Promise<ClusterDefinition>;
  /** Applies these Kubernetes objects in the cluster; answers what became of each. A BackendRejected where one of them is refused. */
  importYaml(clusterId: string, yaml: string, into?: ImportNamespaces): Promise<string>;
  /** Those that can be given in clusters and projects, its own and those that its administrators made. */
  listRoleTemplates(): Promise<RancherRole[]>;
  /** Of one cluster, or of all. */
  listProjects(clusterId?: string): Promise<RancherProject[]>;
  /** Rancher takes the same name twice: look first. */
  createProject(clusterId: string, wanted: NewRancherProject): Promise<RancherProject>;
  /** Of one cluster or project, or of all. */
  listRoleBindings(context: RancherRole['context'], placeId?: string): Promise<RoleBinding[]>;
  /**
   * The same one twice is one. Refuses a role that Rancher does not have; BackendUnavailable where the same one is on its way out, or
   * Rancher does not see a project yet that was made a moment ago.
   */
  createRoleBinding(context: RancherRole['context'], wanted: NewRoleBinding): Promise<RoleBinding>;
  /** Gone is fine. */
  deleteRoleBinding(context: RancherRole['context'], id: string): Promise<void>;
  /** All of Rancher's accounts, ours and others. */
  listAccounts(): Promise<RancherAccount[]>;
  /** Enabled. BackendRejected where the name is taken. */
  createAccount(wanted: NewRancherAccount): Promise<RancherAccount>;
  changeAccount(id: string, change: { isEnabled?: boolean; name?: string }): Promise<void>;
  /** Gone is fine. Rancher takes its role bindings with it. */
  deleteAccount(id: string): Promise<void>;
  /**
   * A key that this account has for one cluster. It opens what the account may do there. Whoever holds it can have a kubeconfig
   * made, which opens all that the account may: so an account that hands out keys has a role in that cluster and nothing else.
   * Rancher may shorten the life that is asked for.
   */
  createAccountKey(
    account: { username: string; password: string },
    wanted: { clusterId: string; description: string; ttlMs: number },
  ): Promise<ClusterKey>;
  /** Whether the key opens the cluster already: a role binding works a moment after it was made. */
  opensCluster(bearer: string, clusterId: string): Promise<boolean>;
  listLoginRights(): Promise<LoginRight[]>;
  /** Rancher takes the same one twice: look first. */
  allowLogin(userId: string): Promise<void>;
}

export interface RancherSessions {
  open(settings: RancherSettings): Promise<Rancher>;
}
