import type { ClusterDefinition } from '#shared/domain/clusters/cluster-definition';
import type { CredentialCheck } from '#shared/domain/providers/credential-check';
import type { RancherSettings } from '#shared/domain/providers/service-settings';
import type { RancherCatalogs } from './catalogs.ts';
import type { ClusterObjects } from './cluster-objects.ts';
import type { RancherContents } from './contents.ts';
import type {
  ClusterInRancher,
  ClusterKey,
  ClusterToken,
  ControlPlane,
  FoundProject,
  FoundRole,
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
  WantedRotation,
} from './rancher-objects.ts';

/** A provider's Rancher. Every call may throw the Backend* family of shared/errors.ts. */
export interface Rancher extends ClusterObjects, RancherCatalogs, RancherContents, RancherSite {
  findProvisioningCluster(name: string): Promise<ProvisioningCluster | undefined>;
  /** Lists the clusters that have all of these labels. Without labels, lists all clusters. */
  listProvisioningClusters(labels: Record<string, string>): Promise<ProvisioningCluster[]>;
  /** Address of the provider's private registry. Absent if address, user or password of the registry is missing. */
  readonly registryUrl?: string;
  /** Names of the registry secrets that have all of these labels. */
  listRegistrySecrets(labels: Record<string, string>): Promise<string[]>;
  /**
   * Finds or creates a secret with this name and these labels, and returns its name. Throws BackendConflict if a secret
   * of that name does not belong to Paddock.
   */
  ensureRegistrySecret(name: string, labels: Record<string, string>): Promise<string>;
  /** Also succeeds if the secret does not exist. */
  deleteRegistrySecret(name: string): Promise<void>;
  createProvisioningCluster(item: NewProvisioningCluster): Promise<ProvisioningCluster>;
  /**
   * Sets the wanted release in Rancher, which then upgrades node by node. Writes nothing if this release is already
   * set. Throws BackendConflict if somebody else changed the object at the same time.
   */
  upgradeProvisioningCluster(name: string, wanted: WantedRelease): Promise<void>;
  findControlPlane(name: string): Promise<ControlPlane | undefined>;
  /**
   * Has Rancher rotate certificates, node by node. Writes nothing if Rancher was asked for this rotation, or a later one,
   * already. Throws BackendConflict if somebody else changed the object at the same time.
   */
  rotateCertificates(name: string, wanted: WantedRotation): Promise<void>;
  /**
   * Deletes the cluster. Rancher then removes its nodes, tokens and management cluster. Also succeeds if the cluster is
   * gone.
   */
  deleteProvisioningCluster(name: string): Promise<void>;
  findCluster(id: string): Promise<ManagementCluster | undefined>;
  /**
   * All clusters that the provider's account may see, including clusters that Paddock did not create. The cluster in
   * which Rancher itself runs is left out.
   */
  listClusters(): Promise<ListedCluster[]>;
  /** Clusters that have all of these labels. Rancher copies the labels from the provisioning object. */
  listClustersLabelled(labels: Record<string, string>): Promise<ManagementCluster[]>;
  /** Deletes a cluster that has no provisioning object. Also succeeds if the cluster is gone. */
  deleteCluster(id: string): Promise<void>;
  /**
   * Sets the display name. Rancher accepts every name, but resets the name at once if the cluster has a provisioning
   * object. Also succeeds if the name is already set.
   */
  renameCluster(id: string, name: string): Promise<void>;
  /** Lists all nodes of the cluster, in two requests. */
  listNodes(cluster: ClusterInRancher): Promise<RancherNode[]>;
  /** Like `listNodes`, but with one request while no machine has registered, because the cluster then has no node. */
  listRegistered(cluster: ClusterInRancher): Promise<RancherNode[]>;
  /**
   * Like `listNodes`, but needs one request if all these host names have joined and each node refers to its machine.
   * The result then lacks machines without a node, and `phase` is empty.
   */
  listJoined(cluster: ClusterInRancher, hostnames: readonly string[]): Promise<RancherNode[]>;
  /**
   * Asks Rancher to cordon the node and to evict its pods, including pods without a controller and pods with local
   * data. Does not wait for the result. Throws BackendRejected if the node does not offer this action.
   */
  drainNode(id: string, timeoutSeconds: number): Promise<void>;
  /** Uncordons the node, so that it accepts pods again. Throws BackendRejected if Rancher offers no such action. */
  uncordonNode(id: string): Promise<void>;
  /**
   * Deletes the machine. Rancher removes an etcd member before it deletes the machine. The Kubernetes node may remain.
   * Also succeeds if the machine is gone.
   */
  deleteMachine(name: string): Promise<void>;
  /**
   * Deletes the node in Rancher. Rancher lists it again under another id as long as Kubernetes has the node. Also
   * succeeds if the node is gone.
   */
  deleteNode(id: string): Promise<void>;
  /**
   * Deletes the Kubernetes node with this host name in the cluster. Also succeeds if the node is gone. Throws
   * BackendUnavailable if Rancher has no connection to the cluster.
   */
  deleteKubernetesNode(clusterId: string, hostname: string): Promise<void>;
  listRegistrationTokens(clusterId: string): Promise<RegistrationToken[]>;
  createRegistrationToken(clusterId: string, labels: Record<string, string>): Promise<RegistrationToken>;
  /** Also succeeds if the token does not exist. */
  deleteRegistrationToken(id: string): Promise<void>;
  /** API keys of the provider's own account for the cluster. Rancher does not show keys of other accounts. */
  listClusterTokens(clusterId: string): Promise<ClusterToken[]>;
  /** Also succeeds if the key does not exist. */
  deleteClusterToken(id: string): Promise<void>;
  /**
   * The cluster's current objects in Rancher. `clusterId` is the id of the management cluster, and `provisioningName`
   * the name of the provisioning object.
   */
  parseDefinition(clusterId: string, provisioningName: string): Promise<ClusterDefinition>;
  /** Lists the role templates for clusters and for projects, both built-in and custom. */
  listRoleTemplates(): Promise<FoundRole[]>;
  /** Lists the projects of one cluster, or of all clusters. */
  listProjects(clusterId?: string): Promise<FoundProject[]>;
  /** Rancher accepts a second project of the same name, so look for the project before you create it. */
  createProject(clusterId: string, wanted: NewRancherProject): Promise<FoundProject>;
  /** Changes the given fields and keeps the others. */
  updateProject(id: string, change: { name?: string; description?: string }): Promise<FoundProject>;
  /** Deletes the project and its namespaces. Also succeeds if the project is gone. */
  deleteProject(id: string): Promise<void>;
  /** Puts a namespace into another project of its cluster. */
  moveNamespace(clusterId: string, name: string, projectId: string): Promise<void>;
  /** Lists the role bindings of one cluster or project. Without `placeId`, lists all role bindings of this context. */
  listRoleBindings(context: FoundRole['context'], placeId?: string): Promise<RoleBinding[]>;
  /**
   * Creates a role binding. Changes nothing if the same binding exists. Refuses a role that Rancher does not have.
   * Throws BackendUnavailable while the same binding is being deleted, and while Rancher does not know a new project
   * yet.
   */
  createRoleBinding(context: FoundRole['context'], wanted: NewRoleBinding): Promise<RoleBinding>;
  /** Also succeeds if the binding does not exist. */
  deleteRoleBinding(context: FoundRole['context'], id: string): Promise<void>;
  /** Lists all accounts of Rancher, including accounts that Paddock did not create. */
  listAccounts(): Promise<RancherAccount[]>;
  /** Creates an enabled account. Throws BackendRejected if the username is taken. */
  createAccount(wanted: NewRancherAccount): Promise<RancherAccount>;
  changeAccount(id: string, change: { isEnabled?: boolean; name?: string }): Promise<void>;
  /** Deletes the account; Rancher then deletes its role bindings. Also succeeds if the account is gone. */
  deleteAccount(id: string): Promise<void>;
  /**
   * Creates a key of this account that is limited to one cluster. A kubeconfig with all rights of the account can be
   * made with the key. For this reason an account for keys has only one role, in this cluster. Rancher may shorten the
   * lifetime.
   */
  createAccountKey(
    account: { username: string; password: string },
    wanted: { clusterId: string; description: string; ttlMs: number },
  ): Promise<ClusterKey>;
  /** Whether the key gives access to the cluster. A new role binding takes effect after a moment. */
  opensCluster(bearer: string, clusterId: string): Promise<boolean>;
  listLoginRights(): Promise<LoginRight[]>;
  /** Rancher accepts the same right twice, so look for the right before you create it. */
  allowLogin(userId: string): Promise<void>;
}

export interface RancherSessions {
  open(settings: RancherSettings): Promise<Rancher>;
}

/**
 * The settings of a provider's Rancher that do not belong to a cluster. Every call may throw the Backend* family of
 * shared/errors.ts.
 */
interface RancherSite {
  /** Rancher's setting `server-url` without a trailing slash. Empty until an administrator has set it. */
  serverUrl(): Promise<string>;
  /**
   * The id that Rancher got at its installation, which is the same under every address of Rancher. Empty if Rancher has
   * no id or does not show it to our key.
   */
  installUuid(): Promise<string>;
  /**
   * PEM of the certificate authorities that signed Rancher's certificate at `serverUrl`. Empty if the certificate is
   * publicly trusted.
   */
  caBundle(): Promise<string>;
  /**
   * SHA-256 (hex) of Rancher's setting `cacerts`, the certificates that nodes have to trust. Empty if the setting is
   * empty.
   */
  caChecksum(): Promise<string>;
  /**
   * The releases that Rancher can install, of the same distribution as the release `like`. Empty if Rancher does not
   * list releases.
   */
  listReleases(like: string): Promise<string[]>;
  /**
   * Checks the rights that Paddock needs to create clusters of these versions. Leaves nothing behind. The first version
   * is the provider's. The further versions are those of the provider's offerings.
   */
  check(kubernetesVersions: readonly string[]): Promise<CredentialCheck[]>;
}
