import type { SeenOperation } from '#shared/domain/clusters/operations/operation-progress';
import type { OperationKind, RequestedOperation } from '#shared/domain/clusters/operations/rancher-operation';
import type { WrittenPools } from '#shared/domain/pools/order/adopted-cluster';
import type { PoolAmendments } from '#shared/domain/pools/rendering/amended-pools';
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

/** Rancher's progress with a cluster that has pools. */
export type PoolCluster = {
  managementId: string;
  phase: ClusterPhase;
  /** Whether the control plane has ever run. */
  isInitialized: boolean;
  operations: Readonly<Record<OperationKind, SeenOperation>>;
};
export type PoolDeployment = SeenDeployment & { name: string };
/** A machine of one cluster. The machine is outdated if its `templateName` differs from the template of its pool. */
export type MachineOfCluster = ShownMachine;
/** A machine of any cluster. `provisioningName`: the name of its cluster's object in Rancher. */
export type MachineOfRancher = { provisioningName: string; machine: MachineOfCluster };
/** A MachineDeployment of any cluster. `provisioningName`: the name of the cluster's object in Rancher. */
export type DeploymentOfRancher = { provisioningName: string; deployment: PoolDeployment };
/** A machine template that Rancher has made from a machine config. The template never changes. */
export type MachineTemplate = { name: string; configName: string; createdAt: string };
/**
 * The result of a request for an operation. `requested`: Rancher was asked. `known`: Rancher already has this operation
 * or a later one. `taken`: a different operation already has this operation's number.
 */
export type OperationAnswer = 'requested' | 'known' | 'taken';

/**
 * Clusters whose machines Rancher makes, and the objects that belong to these clusters. Each list makes one request for
 * each kind of object, however many machines a cluster has.
 */
export interface RancherPools {
  /**
   * Creates the cloud credential, or replaces its content if the content differs. Throws BackendConflict if somebody
   * else's secret has the name, or if somebody changes the secret at the same time.
   */
  ensureCloudCredential(credential: CloudCredential): Promise<void>;
  /** Names of the cloud credentials that have all of these labels. */
  listCloudCredentials(labels: Labels): Promise<string[]>;
  /**
   * Deletes the cloud credential. Call this only when the cluster is gone, because Rancher needs the credential to
   * delete the cluster's servers. Also succeeds if the credential is gone.
   */
  deleteCloudCredential(name: string): Promise<void>;
  /**
   * Creates the machine config. Changes nothing if an equal machine config exists. Throws BackendConflict if Paddock
   * did not create the object of this name, or if somebody has changed the object.
   */
  ensureMachineConfig(config: MachineConfig): Promise<void>;
  /** Names of the machine configs that have all of these labels. */
  listMachineConfigs(labels: Labels): Promise<string[]>;
  /** Also succeeds if the machine config is gone. */
  deleteMachineConfig(name: string): Promise<void>;
  /**
   * Reads the cluster's object that Rancher stores. Also reads the machine configs of all clusters. Undefined if Rancher
   * does not have the cluster, or if the cluster has no pools.
   */
  findWrittenPools(provisioningName: string): Promise<WrittenPools | undefined>;
  /** Throws BackendConflict if a cluster of this name exists. */
  createPoolCluster(cluster: RenderedCluster): Promise<ProvisioningCluster>;
  /**
   * Writes the cluster if it differs from the object in Rancher. For an imported cluster, writes only the pools.
   * Returns whether anything was written. Throws BackendConflict if somebody else changed the object at the same time,
   * or if another cluster has the name.
   */
  updatePoolCluster(cluster: ClusterInRancher, rendered: RenderedCluster): Promise<boolean>;
  /**
   * In the cluster's object in Rancher, pauses each pool in `paused`, removes the quantity of each pool in `released`,
   * and changes nothing else. Returns whether anything was written. Throws the same errors as `updatePoolCluster`.
   */
  amendPools(cluster: ClusterInRancher, amendments: PoolAmendments): Promise<boolean>;
  /**
   * Asks Rancher for the operation. Writes nothing if the answer is `known` or `taken`. Throws BackendConflict if
   * somebody else changed the object at the same time, or if another cluster has the name.
   */
  requestOperation(cluster: ClusterInRancher, operation: RequestedOperation): Promise<OperationAnswer>;
  /** Makes two requests. Returns undefined until Rancher has made the objects of the cluster. */
  findPoolCluster(cluster: ClusterInRancher): Promise<PoolCluster | undefined>;
  listPoolDeployments(cluster: ClusterInRancher): Promise<PoolDeployment[]>;
  /**
   * Lists the MachineDeployments of all clusters with one request. The list includes MachineDeployments of clusters
   * that Paddock does not know.
   */
  listAllPoolDeployments(): Promise<DeploymentOfRancher[]>;
  /** Makes two requests: for the Machines, and for their infrastructure machines. */
  listPoolMachines(cluster: ClusterInRancher): Promise<MachineOfCluster[]>;
  /**
   * Lists the machines of all clusters with two requests, the same number as for one cluster. The list covers the whole
   * namespace that Paddock and Rancher use. Therefore it includes machines of clusters that Paddock does not know.
   */
  listAllPoolMachines(): Promise<MachineOfRancher[]>;
  listMachineTemplates(cluster: ClusterInRancher): Promise<MachineTemplate[]>;
  /**
   * Deletes a machine template. Call this only when no MachineDeployment refers to the template, because Cluster API
   * creates machines from a template that is in use. Also succeeds if the template is gone.
   */
  deleteMachineTemplate(name: string): Promise<void>;
  listEtcdSnapshots(cluster: ClusterInRancher): Promise<EtcdSnapshot[]>;
  readClusterSpec(cluster: ClusterInRancher): Promise<Readonly<Record<string, unknown>>>;
  /**
   * `spec` of the provisioning cluster at the time of the snapshot. Undefined if the snapshot contains no `spec`, or if
   * the snapshot belongs to another cluster.
   */
  readSnapshotSpec(
    cluster: ClusterInRancher,
    snapshotName: string,
  ): Promise<Readonly<Record<string, unknown>> | undefined>;
  /** Adds annotations to a Machine. Throws BackendNotFound if the machine is gone. */
  annotateMachine(name: string, annotations: Labels): Promise<void>;
  /**
   * Makes Rancher give up a machine without deleting its server. Writes only if the cloud has refused to delete the
   * server. Returns whether anything was written.
   */
  forceMachineRemoval(name: string): Promise<boolean>;
  /**
   * The objects of all clusters that the provider's account may see. Makes one request for each of the four kinds of
   * objects. The cluster on which Rancher runs is left out.
   */
  readInfrastructure(): Promise<SeenInfrastructure>;
}
