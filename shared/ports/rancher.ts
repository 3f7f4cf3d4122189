import type { ClusterDefinition } from '#shared/domain/clusters/cluster-definition';
import type { CredentialCheck } from '#shared/domain/providers/credential-check';
import type { RancherSettings } from '#shared/domain/providers/service-settings';
import type { RancherContents } from './contents.ts';
import type {
  ClusterInRancher,
  ClusterKey,
  ClusterToken,
  FoundProject,
  FoundRole,
  ImportNamespaces,
  ListedCluster,
  LoginRight,
  ManagementCluster,
  NewProvisioningCluster,
  NewRancherAccount,
  NewRancherProject,
  NewRoleBinding,
  ProvisioningCluster,
  RancherAccount,
  RancherNode,
  RegistrationToken,
  RoleBinding,
  WantedRelease,
} from './rancher-objects.ts';

/** One provider's Rancher. Every call may throw the Backend* family of shared/errors.ts. */
export interface Rancher extends RancherContents, RancherSite {
  findProvisioningCluster(name: string): Promise<ProvisioningCluster | undefined>;
  /** Clusters that carry all of these labels. Without labels, all clusters. */
  listProvisioningClusters(labels: Record<string, string>): Promise<ProvisioningCluster[]>;
  /** Address of the provider's private registry. Absent unless address, user and password are all set. */
  readonly registryUrl?: string;
  /** Names of the registry secrets that carry these labels. */
  listRegistrySecrets(labels: Record<string, string>): Promise<string[]>;
  /**
   * Finds or creates the secret of that name with these labels, and returns its name. Throws BackendConflict when
   * somebody else owns a secret of that name.
   */
  ensureRegistrySecret(name: string, labels: Record<string, string>): Promise<string>;
  /** Succeeds when the secret is gone. */
  deleteRegistrySecret(name: string): Promise<void>;
  createProvisioningCluster(item: NewProvisioningCluster): Promise<ProvisioningCluster>;
  /**
   * Sets the wanted release, which Rancher then rolls out node by node. Writes nothing when it is set already. Throws
   * BackendConflict when somebody else changed the object meanwhile.
   */
  upgradeProvisioningCluster(name: string, wanted: WantedRelease): Promise<void>;
  /** Succeeds when the cluster is gone. Rancher then removes nodes, tokens and the management cluster by itself. */
  deleteProvisioningCluster(name: string): Promise<void>;
  findCluster(id: string): Promise<ManagementCluster | undefined>;
  /**
   * All clusters that the provider's account may see, whoever created them. The cluster that Rancher runs on is left
   * out.
   */
  listClusters(): Promise<ListedCluster[]>;
  /** Clusters that carry all of these labels. Rancher copies labels from the provisioning object. */
  listClustersLabelled(labels: Record<string, string>): Promise<ManagementCluster[]>;
  /** Deletes a cluster that has no provisioning object, or never had one. Succeeds when it is gone. */
  deleteCluster(id: string): Promise<void>;
  /**
   * Sets the display name. Rancher accepts every name, but resets it at once for a cluster with a provisioning object.
   * Succeeds when the name is set already.
   */
  renameCluster(id: string, name: string): Promise<void>;
  /** All nodes, in two requests. */
  listNodes(cluster: ClusterInRancher): Promise<RancherNode[]>;
  /** As `listNodes`, but one request while no machine has registered: no node can then belong to a machine. */
  listRegistered(cluster: ClusterInRancher): Promise<RancherNode[]>;
  /**
   * As `listNodes`, but one request when all these host names have joined and every node names its machine. `phase` is
   * then empty, and machines without a node are not listed.
   */
  listJoined(cluster: ClusterInRancher, hostnames: readonly string[]): Promise<RancherNode[]>;
  /**
   * Asks Rancher to cordon the node and to evict its pods, also those without a controller and those with local data.
   * Returns at once. Throws BackendRejected when the node does not offer the action.
   */
  drainNode(id: string, timeoutSeconds: number): Promise<void>;
  /** Lets workloads onto the node again. Throws BackendRejected when the node does not offer the action. */
  uncordonNode(id: string): Promise<void>;
  /**
   * Succeeds when the machine is gone. Rancher removes an etcd member before it deletes the machine. The node may
   * remain.
   */
  deleteMachine(name: string): Promise<void>;
  /** Succeeds when the node is gone. Rancher lists it again under another id as long as Kubernetes has it. */
  deleteNode(id: string): Promise<void>;
  /**
   * Deletes the Node object in the cluster, by host name. Succeeds when it is gone. Throws BackendUnavailable when the
   * cluster is not connected.
   */
  deleteKubernetesNode(clusterId: string, hostname: string): Promise<void>;
  listRegistrationTokens(clusterId: string): Promise<RegistrationToken[]>;
  createRegistrationToken(clusterId: string, labels: Record<string, string>): Promise<RegistrationToken>;
  /** Succeeds when the token is gone. */
  deleteRegistrationToken(id: string): Promise<void>;
  /** Keys of the provider's own account for the cluster. Rancher does not show keys of others. */
  listClusterTokens(clusterId: string): Promise<ClusterToken[]>;
  /** Succeeds when the key is gone. */
  deleteClusterToken(id: string): Promise<void>;
  /**
   * The cluster's current objects in Rancher: the first id is that of the management cluster, the second the name of
   * the provisioning object.
   */
  parseDefinition(clusterId: string, provisioningName: string): Promise<ClusterDefinition>;
  /**
   * Applies these Kubernetes objects in the cluster, and returns the result for each. Throws BackendRejected when one
   * of them is refused.
   */
  importYaml(clusterId: string, yaml: string, into?: ImportNamespaces): Promise<string>;
  /** Role templates for clusters and projects, built-in and custom. */
  listRoleTemplates(): Promise<FoundRole[]>;
  /** Projects of one cluster, or of all. */
  listProjects(clusterId?: string): Promise<FoundProject[]>;
  /** Rancher accepts a second project of the same name, so look first. */
  createProject(clusterId: string, wanted: NewRancherProject): Promise<FoundProject>;
  /** Role bindings of one cluster or project, or of all. */
  listRoleBindings(context: FoundRole['context'], placeId?: string): Promise<RoleBinding[]>;
  /**
   * Creating the same binding again changes nothing. Refuses a role that Rancher does not have. Throws
   * BackendUnavailable when the same binding is being deleted, or when Rancher does not know a new project yet.
   */
  createRoleBinding(context: FoundRole['context'], wanted: NewRoleBinding): Promise<RoleBinding>;
  /** Succeeds when the binding is gone. */
  deleteRoleBinding(context: FoundRole['context'], id: string): Promise<void>;
  /** All accounts of Rancher, also those that Paddock did not create. */
  listAccounts(): Promise<RancherAccount[]>;
  /** Creates an enabled account. Throws BackendRejected when the name is taken. */
  createAccount(wanted: NewRancherAccount): Promise<RancherAccount>;
  changeAccount(id: string, change: { isEnabled?: boolean; name?: string }): Promise<void>;
  /** Succeeds when the account is gone. Rancher deletes its role bindings. */
  deleteAccount(id: string): Promise<void>;
  /**
   * A key of this account, limited to one cluster. Its holder can generate a kubeconfig, which has all rights of the
   * account. An account that hands out keys therefore has one role, in that cluster only. Rancher may shorten the
   * lifetime.
   */
  createAccountKey(
    account: { username: string; password: string },
    wanted: { clusterId: string; description: string; ttlMs: number },
  ): Promise<ClusterKey>;
  /** Whether the key opens the cluster. A new role binding takes effect after a moment. */
  opensCluster(bearer: string, clusterId: string): Promise<boolean>;
  listLoginRights(): Promise<LoginRight[]>;
  /** Rancher accepts the same right twice, so look first. */
  allowLogin(userId: string): Promise<void>;
}

export interface RancherSessions {
  open(settings: RancherSettings): Promise<Rancher>;
}

/**
 * One provider's Rancher as an installation, without its clusters. Every call may throw the Backend* family of
 * shared/errors.ts.
 */
interface RancherSite {
  /** Rancher's setting `server-url`, without a trailing slash. Empty until an administrator has set it. */
  serverUrl(): Promise<string>;
  /**
   * The id that Rancher has had since its installation, under every address. Empty when Rancher has none or does not
   * show it to this key.
   */
  installUuid(): Promise<string>;
  /**
   * PEM of the certificate authorities that signed Rancher's certificate at `serverUrl`. Empty when it is publicly
   * trusted.
   */
  caBundle(): Promise<string>;
  /** SHA-256 (hex) of the `cacerts` setting, which nodes have to trust. Empty when Rancher has none. */
  caChecksum(): Promise<string>;
  /**
   * The releases that Rancher can install, of the same distribution as `like`. Empty when Rancher does not list them.
   */
  listReleases(like: string): Promise<string[]>;
  /**
   * Checks the rights that creating clusters of these versions needs. Leaves nothing behind. The first version is the
   * provider's own; offerings sell the others.
   */
  check(kubernetesVersions: readonly string[]): Promise<CredentialCheck[]>;
}
