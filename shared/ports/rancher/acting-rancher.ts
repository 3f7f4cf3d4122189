import type { RancherSettings } from '#shared/domain/providers/service-settings';
import type { ClusterObjects } from './cluster-objects.ts';
import type { RancherContents } from './contents.ts';
import type { FoundProject, NewRancherProject, RancherProjectChange } from './rancher-objects.ts';

/** One account of a provider's Rancher, and the only cluster in which a session acts as this account. */
export type ActingAccount = {
  settings: RancherSettings;
  accountId: string;
  /** Rancher's id of the cluster. */
  clusterId: string;
  /**
   * How long refusals are repeated, in milliseconds. Rancher applies a new role binding only after a moment. Zero for
   * an account that has had its roles for long.
   */
  patienceMs: number;
};

/**
 * A session in which every request is made as a person's account in one cluster, so Rancher and the cluster's own RBAC
 * decide what is allowed. It has only the calls for which Rancher honours an impersonation. `accountId` makes this type
 * differ from `Rancher`, which acts with all rights of the provider's key. A refusal is thrown as NotAllowed, with the
 * words of Kubernetes or Rancher.
 */
export interface ActingRancher
  extends Omit<ClusterObjects, 'listLabelledNodes'>,
    Pick<RancherContents, 'findContent' | 'listSecretNames'> {
  readonly accountId: string;
  /**
   * The name of the user whom the cluster sees. Asked through the same path as all other requests, so that it shows
   * whether the impersonation works.
   */
  readSelf(clusterId: string): Promise<string>;
  findProject(id: string): Promise<FoundProject | undefined>;
  /** Lists the projects of the cluster that the account may see. */
  listProjects(clusterId: string): Promise<FoundProject[]>;
  /** Look for an existing project before this call, because Rancher would accept a second project with this name. */
  createProject(clusterId: string, wanted: NewRancherProject): Promise<FoundProject>;
  updateProject(id: string, change: RancherProjectChange): Promise<FoundProject>;
  /** Deletes the project and its namespaces. Also succeeds if the project is gone. */
  deleteProject(id: string): Promise<void>;
  /** Names of the namespaces in the project that the account may see. */
  listProjectNamespaces(clusterId: string, projectId: string): Promise<string[]>;
  /**
   * Moves a namespace into another project of its cluster. Rancher does not check whether the account may manage
   * namespaces in the two projects, so the caller of this function has to (`assertMayMove`).
   */
  moveNamespace(clusterId: string, name: string, projectId: string): Promise<void>;
}
