import type { ClusterDefinition } from '#shared/domain/clusters/cluster-definition';
import type { CredentialCheck } from '#shared/domain/providers/credential-check';
import type { RancherSettings } from '#shared/domain/providers/service-settings';
import type { ActingAccount, ActingRancher } from './rancher/acting-rancher.ts';
import type { RancherCatalogs } from './rancher/catalogs.ts';
import type { ClusterObjects } from './rancher/cluster-objects.ts';
import type { RancherContents } from './rancher/contents.ts';
import type { KeyedRancher } from './rancher/keyed-rancher.ts';
import type { NamespaceFigures } from './rancher/namespace-figures.ts';
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
  RancherProjectChange,
  RegistrationToken,
  RoleBinding,
  WantedRelease,
} from './rancher/rancher-objects.ts';
import type { RancherPools } from './rancher/rancher-pools.ts';

/** A provider's Rancher. Every call may throw the Backend* errors of shared/errors.ts. */
export interface Rancher
  extends ClusterObjects,
    NamespaceFigures,
    RancherCatalogs,
    RancherContents,
    RancherPools,
    RancherSite {
  findProvisioningCluster(name: string): Promise<ProvisioningCluster | undefined>;
  /** Lists the clusters that have all of these labels. Without labels, lists all clusters. */
  listProvisioningClusters(labels: Record<string, string>): Promise<ProvisioningCluster[]>;
  /** Address of the provider's private registry. Absent if address, user or password is missing. */
  readonly registryUrl?: string;
  /** Names of the registry secrets that have all of these labels. */
  listRegistrySecrets(labels: Record<string, string>): Promise<string[]>;
  /**
   * Finds or creates a secret with this name and these labels, and returns its name. Throws BackendConflict if somebody
   * else's secret has the name.
   */
  ensureRegistrySecret(name: string, labels: Record<string, string>): Promise<string>;
  /** Succeeds even if the secret does not exist. */
  deleteRegistrySecret(name: string): Promise<void>;
  createProvisioningCluster(item: NewProvisioningCluster): Promise<ProvisioningCluster>;
  /**
   * Sets the wanted release in Rancher, which then upgrades node by node. Writes nothing if the release is already set.
   * Throws BackendConflict if somebody else changed the object at the same time.
   */
  upgradeProvisioningCluster(name: string, wanted: WantedRelease): Promise<void>;
  findControlPlane(name: string): Promise<ControlPlane | undefined>;
  /**
   * Deletes the cluster. Rancher then removes its nodes, tokens and v3 cluster. Also succeeds if the cluster is
   * gone.
   */
  deleteProvisioningCluster(name: string): Promise<void>;
  findCluster(id: string): Promise<ManagementCluster | undefined>;
  /**
   * All clusters that the provider's account may see, including those that Paddock did not create. The cluster on which
   * Rancher runs is left out.
   */
  listClusters(): Promise<ListedCluster[]>;
  /** Clusters that have all of these labels. Rancher copies labels from the provisioning object. */
  listClustersLabelled(labels: Record<string, string>): Promise<ManagementCluster[]>;
  /** Deletes a cluster that has no provisioning object. Also succeeds if the cluster is gone. */
  deleteCluster(id: string): Promise<void>;
  /**
   * Sets the display name. Rancher accepts every name. If the cluster has a provisioning object, Rancher immediately
   * sets the former name again.
   */
  renameCluster(id: string, name: string): Promise<void>;
  /** Lists all nodes of the cluster, in two requests. */
  listNodes(cluster: ClusterInRancher): Promise<RancherNode[]>;
  /**
   * Lists all nodes of the cluster. Makes two requests, or only one if no machine has registered, because the cluster
   * then has no nodes.
   */
  listRegistered(cluster: ClusterInRancher): Promise<RancherNode[]>;
  /**
   * Lists all nodes of the cluster. If all these host names have joined and each node refers to its machine, one
   * request is enough. After only one request, the result lacks machines without a node, and `phase` is empty.
   */
  listJoined(cluster: ClusterInRancher, hostnames: readonly string[]): Promise<RancherNode[]>;
  /**
   * Asks Rancher to cordon the node and to evict its pods, including pods without a controller and pods with local
   * data. Does not wait for the result. Throws BackendRejected if Rancher does not offer a drain for the node.
   */
  drainNode(id: string, timeoutSeconds: number): Promise<void>;
  /**
   * Uncordons the node, so that it accepts pods again. Throws BackendRejected if Rancher does not offer this for the
   * node.
   */
  uncordonNode(id: string): Promise<void>;
  /**
   * Deletes the machine. If it is an etcd member, Rancher removes it from etcd first. The Kubernetes node may remain.
   * Also succeeds if the machine is gone.
   */
  deleteMachine(name: string): Promise<void>;
  /**
   * Deletes the node in Rancher. As long as Kubernetes has the node, Rancher lists it again under another id. Also
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
  /** Succeeds even if the token does not exist. */
  deleteRegistrationToken(id: string): Promise<void>;
  /** The cluster's API keys that belong to the provider's account. Rancher does not show keys of other accounts. */
  listClusterTokens(clusterId: string): Promise<ClusterToken[]>;
  /** Succeeds even if the key does not exist. */
  deleteClusterToken(id: string): Promise<void>;
  /**
   * The cluster's current objects in Rancher. `clusterId` is the id of the v3 cluster, and `provisioningName`
   * the name of the provisioning object.
   */
  readDefinition(clusterId: string, provisioningName: string): Promise<ClusterDefinition>;
  /** Lists the role templates for clusters and for projects, built-in and custom. */
  listRoleTemplates(): Promise<FoundRole[]>;
  findProject(id: string): Promise<FoundProject | undefined>;
  /** Lists the projects of one cluster, or of all clusters. */
  listProjects(clusterId?: string): Promise<FoundProject[]>;
  /** Look for an existing project before this call, because Rancher would accept a second project with this name. */
  createProject(clusterId: string, wanted: NewRancherProject): Promise<FoundProject>;
  /** Changes only the given fields. */
  updateProject(id: string, change: RancherProjectChange): Promise<FoundProject>;
  /** Deletes the project and its namespaces. Also succeeds if the project is gone. */
  deleteProject(id: string): Promise<void>;
  /** Names of the namespaces in a project. Throws BackendUnavailable while Rancher has no connection to the cluster. */
  listProjectNamespaces(clusterId: string, projectId: string): Promise<string[]>;
  /** Moves a namespace into another project of its cluster. */
  moveNamespace(clusterId: string, name: string, projectId: string): Promise<void>;
  /**
   * Lists the role bindings of one cluster or project. Without `placeId`, lists the role bindings of all clusters or of
   * all projects.
   */
  listRoleBindings(context: FoundRole['context'], placeId?: string): Promise<RoleBinding[]>;
  /** Lists the account's role bindings in all clusters, or in all projects. */
  listBindingsOfUser(context: FoundRole['context'], userId: string): Promise<RoleBinding[]>;
  /**
   * Creates a role binding. Changes nothing if the binding exists. Refuses a role that Rancher does not have. Throws
   * BackendUnavailable while an earlier, equal binding is being deleted, and while Rancher does not know a new project
   * yet.
   */
  createRoleBinding(context: FoundRole['context'], wanted: NewRoleBinding): Promise<RoleBinding>;
  /** Succeeds even if the binding does not exist. */
  deleteRoleBinding(context: FoundRole['context'], id: string): Promise<void>;
  /** Lists all accounts of Rancher, including those that Paddock did not create. */
  listAccounts(): Promise<RancherAccount[]>;
  /** The account with this id. Undefined if it does not exist. */
  findAccount(id: string): Promise<RancherAccount | undefined>;
  /** The accounts with this username. Rancher refuses a second one, unless two are created at the same moment. */
  listAccountsNamed(username: string): Promise<RancherAccount[]>;
  /** Creates an enabled account. Throws BackendRejected if the username is taken. */
  createAccount(wanted: NewRancherAccount): Promise<RancherAccount>;
  /** Changes only the given fields. `labels` replaces all labels. */
  changeAccount(
    id: string,
    change: { isEnabled?: boolean; name?: string; labels?: Record<string, string> },
  ): Promise<void>;
  /** Deletes the account. Rancher then deletes its role bindings. Also succeeds if the account is gone. */
  deleteAccount(id: string): Promise<void>;
  /**
   * Creates a key for this account, for use in one cluster. However, a kubeconfig that is made with the key has all
   * rights of the account. So the account must have only one role, in this cluster. Rancher may shorten the lifetime of
   * the key.
   */
  createAccountKey(
    account: { username: string; password: string },
    wanted: { clusterId: string; description: string; ttlMs: number },
  ): Promise<ClusterKey>;
  /** Whether the key gives access to the cluster yet. A new role binding takes effect only after a moment. */
  opensCluster(bearer: string, clusterId: string): Promise<boolean>;
  /**
   * A session with the key of another account, such as one from `createAccountKey`. Refusals are repeated for
   * `patienceMs`, because Rancher applies new role bindings only after a moment.
   */
  withKey(bearer: string, options: { patienceMs: number }): KeyedRancher;
  listLoginRights(): Promise<LoginRight[]>;
  /**
   * Gives the account the right to sign in. Call this only if `listLoginRights` has no right of this account. Otherwise
   * Rancher would store the right twice.
   */
  allowLogin(userId: string): Promise<void>;
}

export interface RancherSessions {
  open(settings: RancherSettings): Promise<Rancher>;
}

/** Sessions for code that also acts for people, in their clusters. */
export interface ActingSessions extends RancherSessions {
  /** Opens a session that does everything as the account. Throws if the cluster is Rancher's own (`local`). */
  openAs(account: ActingAccount): Promise<ActingRancher>;
}

/**
 * Settings that apply to a provider's whole Rancher, not to one cluster. Every call may throw the Backend* errors of
 * shared/errors.ts.
 */
interface RancherSite {
  /** Rancher's setting `server-url` without a slash at the end. Empty until an administrator has set it. */
  serverUrl(): Promise<string>;
  /**
   * The id that Rancher got at its installation. The id does not depend on the address of Rancher. Empty if Rancher has
   * no id or does not show the id to Paddock's key.
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
   * The releases that Rancher can install. `like` is a release of the wanted distribution, RKE2 or K3s. Empty if
   * Rancher does not list releases.
   */
  listReleases(like: string): Promise<string[]>;
  /** Checks the access key with one call. Throws BackendUnauthorized if Rancher does not accept the key. */
  logIn(): Promise<void>;
  /**
   * Checks the rights that Paddock needs to create clusters of these versions. Leaves nothing behind in Rancher. The
   * first version is the version of the provider. The others are the versions of the provider's offerings.
   * `withPools`: Rancher makes machines too, for which it needs an active node driver.
   */
  check(kubernetesVersions: readonly string[], options?: { withPools?: boolean }): Promise<CredentialCheck[]>;
}
