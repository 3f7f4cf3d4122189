import type { SeenOperation } from '#shared/domain/pools/operations/operation-progress';
import type { OperationKind, PoolOperation } from '#shared/domain/pools/operations/pool-operation';
import type { CloudCredential } from '#shared/domain/pools/rendering/cloud-credential';
import type { MachineConfig } from '#shared/domain/pools/rendering/machine-config';
import type { RenderedCluster } from '#shared/domain/pools/rendering/provisioning-cluster';
import type { EtcdSnapshot } from '#shared/domain/pools/views/etcd-snapshot';
import type { SeenInfrastructure } from '#shared/domain/pools/views/infrastructure';
import type { ShownMachine } from '#shared/domain/pools/views/machines-and-nodes';
import type { ClusterPhase } from '#shared/domain/pools/views/phases';
import type { SeenDeployment } from '#shared/domain/pools/views/shown-pool';
import type { ClusterInRancher, ProvisioningCluster } from './rancher-objects.ts';

type Labels = Readonly<Record<string, string>>;

/** How far Rancher is with a cluster that has pools. */
export type PoolCluster = {
  managementId: string;
  phase: ClusterPhase;
  /** Whether the control plane has ever run. */
  isInitialized: boolean;
  operations: Readonly<Record<OperationKind, SeenOperation>>;
};
export type PoolDeployment = SeenDeployment & { name: string };
/** It is outdated if `templateName` differs from the one of its pool. */
export type MachineOfCluster = ShownMachine;
/** A machine of any cluster. `provisioningName`: the name of its cluster's object in Rancher. */
export type MachineOfRancher = { provisioningName: string; machine: MachineOfCluster };
/** A template that Rancher has made of a machine config. It never changes. */
export type MachineTemplate = { name: string; configName: string; createdAt: string };
/**
 * Clusters whose machines Rancher makes, and the objects that belong to them. Each list is one request for each kind of
 * object, however many machines a cluster has.
 */
export interface RancherPools {
  /**
   * Creates the cloud credential, or replaces its content if it is another one. Throws BackendConflict if somebody
   * else's secret has the name, or if somebody changes the secret at the same time.
   */
  ensureCloudCredential(credential: CloudCredential): Promise<void>;
  /** Names of the cloud credentials that have all of these labels. */
  listCloudCredentials(labels: Labels): Promise<string[]>;
  /**
   * Also succeeds if the credential is gone. Rancher deletes the servers of a cluster with this credential, so the
   * cluster has to be gone first.
   */
  deleteCloudCredential(name: string): Promise<void>;
  /**
   * Creates the machine config. Changes nothing if it exists. Throws BackendConflict if an object of this name is not
   * Paddock's, or is no longer as Paddock has written it.
   */
  ensureMachineConfig(config: MachineConfig): Promise<void>;
  /** Names of the machine configs that have all of these labels. */
  listMachineConfigs(labels: Labels): Promise<string[]>;
  /** Also succeeds if the machine config is gone. */
  deleteMachineConfig(name: string): Promise<void>;
  /** Throws BackendConflict if a cluster of this name exists. */
  createPoolCluster(cluster: RenderedCluster): Promise<ProvisioningCluster>;
  /**
   * Writes the cluster if Rancher has another one, and returns whether it did. Throws BackendConflict if somebody else
   * changed the object at the same time, or if another cluster has the name.
   */
  updatePoolCluster(cluster: ClusterInRancher, rendered: RenderedCluster): Promise<boolean>;
  /**
   * Asks Rancher for the operation, and returns whether it had to. Rancher was asked already if it knows this number or
   * a later one. Throws BackendConflict as `updatePoolCluster`.
   */
  requestOperation(cluster: ClusterInRancher, operation: PoolOperation): Promise<boolean>;
  /** Two requests. Undefined until Rancher has made the objects of the cluster. */
  findPoolCluster(cluster: ClusterInRancher): Promise<PoolCluster | undefined>;
  listPoolDeployments(cluster: ClusterInRancher): Promise<PoolDeployment[]>;
  /** Two requests: Machines, and their infrastructure machines. */
  listPoolMachines(cluster: ClusterInRancher): Promise<MachineOfCluster[]>;
  /**
   * Two requests, as for one cluster: the machines of all clusters in the namespace that Paddock and Rancher use. Those
   * of clusters that Paddock does not know are among them.
   */
  listAllPoolMachines(): Promise<MachineOfRancher[]>;
  listMachineTemplates(cluster: ClusterInRancher): Promise<MachineTemplate[]>;
  listEtcdSnapshots(cluster: ClusterInRancher): Promise<EtcdSnapshot[]>;
  /**
   * Adds annotations to a Machine. Throws BackendNotFound if the machine is gone: a pool that got smaller all the same
   * would lose another machine.
   */
  annotateMachine(name: string, annotations: Labels): Promise<void>;
  /**
   * Lets Rancher forget a machine without deleting its server, if the cloud has refused to delete it. Otherwise writes
   * nothing and returns false, because the server would be left behind.
   */
  forceMachineRemoval(name: string): Promise<boolean>;
  /**
   * The objects that stand for clusters, of all clusters that the provider's account may see. One request for each of
   * four kinds. The cluster on which Rancher runs is left out.
   */
  readInfrastructure(): Promise<SeenInfrastructure>;
}
