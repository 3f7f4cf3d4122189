import type { CredentialCheck } from '../domain/credential-check.ts';
import type { DrainedCondition } from '../domain/drain-verdict.ts';
import type { NodeFacts } from '../domain/node.ts';
import type { RancherSettings } from '../domain/service-settings.ts';

/**
 * `provisioning.cattle.io.cluster`: `managementId` is empty until Rancher has assigned `status.clusterName`. One that
 * `isBeingDeleted` is still there while Rancher takes it apart; `message` is Rancher's word of how far that is, or anything else is.
 */
export type ProvisioningCluster = { name: string; managementId: string; isBeingDeleted: boolean; message: string };
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
/** `token` is empty until Rancher's controller has filled it in. */
export type RegistrationToken = { id: string; token: string; labels: Record<string, string> };
/** An API key for one cluster only; `expiresAt` is absent when it never ends. */
export type ClusterToken = { id: string; description: string; expiresAt?: string };
export type ManagementCluster = {
  id: string;
  name: string;
  /** Rancher's word: provisioning, waiting, active, error, ... */
  state: string;
  message: string;
  kubernetesVersion: string;
  capacity: Record<string, string>;
  requested: Record<string, string>;
};
/** A role that can be given in a cluster, or in a project of one; `name` is how Rancher shows it. */
export type RancherRole = { id: string; name: string; context: 'cluster' | 'project' };
/** A part of a cluster, with `clusterId` before the colon of its id; `state` is Rancher's word, mostly `active`. */
export type RancherProject = { id: string; clusterId: string; name: string; description: string; state: string };
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
export type NewRancherAccount = Pick<RancherAccount, 'username' | 'name' | 'labels'> & { password: string };
/** That an account has Rancher's role `user-base`, without which it may not sign in. */
export type LoginRight = { id: string; userId: string };
export type RancherNode = {
  id: string;
  hostname: string;
  state: string;
  message: string;
  facts: NodeFacts;
  /** Names of what Rancher lets us do to it as it is now: `drain`, `cordon`, … */
  actions: string[];
  /** Its condition `Drained`; absent while nobody has drained it. */
  drained?: DrainedCondition;
};

/** One provider's Rancher. Every call may throw the Backend* family of shared/errors.ts. */
export interface Rancher {
  findProvisioningCluster(name: string): Promise<ProvisioningCluster | undefined>;
  listProvisioningClusters(labels: Record<string, string>): Promise<ProvisioningCluster[]>;
  /** Of the provider's private registry; absent unless its address, user and password are all known. */
  readonly registryUrl?: string;
  /** Names of the registry's secrets with these labels. */
  listRegistrySecrets(labels: Record<string, string>): Promise<string[]>;
  /** Rancher gives the name, so a lost answer is found again by the labels only. */
  createRegistrySecret(labels: Record<string, string>): Promise<string>;
  /** Gone is fine. */
  deleteRegistrySecret(name: string): Promise<void>;
  createProvisioningCluster(item: NewProvisioningCluster): Promise<ProvisioningCluster>;
  /** Gone is fine. Rancher removes nodes, tokens and the management cluster with it, in its own time. */
  deleteProvisioningCluster(name: string): Promise<void>;
  findCluster(id: string): Promise<ManagementCluster | undefined>;
  /** As Rancher shows it; the name of its Kubernetes object stays. The same one again is fine. */
  renameCluster(id: string, name: string): Promise<void>;
  listNodes(clusterId: string): Promise<RancherNode[]>;
  /**
   * Asks Rancher to cordon the node and to evict its pods, those too that nothing makes again elsewhere or that lose local data. It
   * answers at once. A BackendRejected where the node does not offer it.
   */
  drainNode(id: string, timeoutSeconds: number): Promise<void>;
  /** Gone is fine. A member leaves etcd before its node is gone. */
  deleteNode(id: string): Promise<void>;
  listRegistrationTokens(clusterId: string): Promise<RegistrationToken[]>;
  createRegistrationToken(clusterId: string, labels: Record<string, string>): Promise<RegistrationToken>;
  /** Gone is fine. */
  deleteRegistrationToken(id: string): Promise<void>;
  /** Every user's key that is scoped to the cluster and that ours may see. */
  listClusterTokens(clusterId: string): Promise<ClusterToken[]>;
  /** `bearer` is shown this once. Rancher may shorten the life that is asked for. */
  createClusterToken(wanted: {
    clusterId: string;
    description: string;
    ttlMs: number;
  }): Promise<{ id: string; bearer: string; expiresAt?: string }>;
  /** Gone is fine. */
  deleteClusterToken(id: string): Promise<void>;
  /** Those that can be given in clusters and projects, its own and those that its administrators made. */
  listRoleTemplates(): Promise<RancherRole[]>;
  /** Of all clusters. */
  listProjects(): Promise<RancherProject[]>;
  /** Of one cluster or project, or of all. */
  listRoleBindings(context: RancherRole['context'], placeId?: string): Promise<RoleBinding[]>;
  /** Rancher takes the same one twice: look first. Refuses a role that it does not have. */
  createRoleBinding(context: RancherRole['context'], wanted: NewRoleBinding): Promise<RoleBinding>;
  /** Gone is fine. */
  deleteRoleBinding(context: RancherRole['context'], id: string): Promise<void>;
  /** All of Rancher's accounts, ours and others. */
  listAccounts(): Promise<RancherAccount[]>;
  /** Enabled, and with a password that has to be changed at its first use. BackendRejected where the name is taken. */
  createAccount(wanted: NewRancherAccount): Promise<RancherAccount>;
  changeAccount(id: string, change: { isEnabled?: boolean; name?: string }): Promise<void>;
  /** Gone is fine. Rancher takes its role bindings with it. */
  deleteAccount(id: string): Promise<void>;
  listLoginRights(): Promise<LoginRight[]>;
  /** Rancher takes the same one twice: look first. */
  allowLogin(userId: string): Promise<void>;
  /** PEM of the certificate authorities that Rancher's own certificate hangs on; empty when it is publicly trusted. */
  caBundle(): Promise<string>;
  /** SHA-256 (hex) of the `cacerts` setting that nodes are to trust; empty when Rancher has none. */
  caChecksum(): Promise<string>;
  /** Tries what making clusters of this version needs, without leaving anything. */
  check(kubernetesVersion: string): Promise<CredentialCheck[]>;
}

export interface RancherSessions {
  open(settings: RancherSettings): Promise<Rancher>;
}
