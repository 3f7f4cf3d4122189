/** Time limits of the phases of an operation, in seconds. An installation can change them (`infra/config.ts`). */
export const DEFAULT_DEADLINES = {
  /** Seconds until Rancher must have given a new cluster its id. */
  rancherId: 600,
  /** Seconds until the servers and the first agent of a new cluster must be active. */
  firstNodes: 1800,
  /** Seconds until the other agents of a new cluster must be active. */
  furtherNodes: 1800,
  clusterActive: 900,
  /** Seconds until all machines of a cluster's pools must be ready. */
  poolsReady: 3600,
  /** Seconds until the machines of changed pools must be ready, in each stage of a change. */
  poolsChanged: 10_800,
  /** Seconds until Rancher must have deleted a cluster with all machines of its pools. */
  poolsGone: 3600,
  /** Seconds until all machines of a new Cluster API cluster must have become Kubernetes nodes. */
  machinesReady: 3600,
  /** Seconds until Cluster API must have deleted a cluster with all its machines. */
  machinesGone: 3600,
  /** Seconds until a cluster of Cluster API must use its new application credential. */
  credentialTaken: 1800,
  serversGone: 900,
  /** Seconds until ports, floating IPs and volumes of deleted servers must be gone. */
  leftoversGone: 900,
  /** Seconds until a deleted cluster or node must be gone from Rancher. */
  clusterGone: 1800,
  loadBalancersActive: 900,
  tenantsEmpty: 900,
  /** Seconds until Rancher must have accepted the new version. */
  upgradeStarted: 300,
  /** Seconds until all nodes must run the new version. */
  nodesUpgraded: 10_800,
  certificatesRotated: 7200,
  /**
   * Seconds until a snapshot, a restore or a rotation of encryption keys must have ended. Each phase also has a
   * separate time limit.
   */
  operationEnded: 10_800,
  /** Seconds until all servers of one role must be stopped, when a cluster is hibernated. */
  serversStopped: 900,
  /** Seconds until all nodes of one role must be ready, when a cluster is woken. */
  nodesAwake: 1800,
  /** Seconds until Helm must have deployed an application. */
  appDeployed: 1200,
  /** Seconds until Helm must have uninstalled an application. */
  appGone: 900,
  /** Seconds until Rancher must have deleted a project of a shared cluster, with its namespaces. */
  projectGone: 900,
};
export type Deadlines = Readonly<typeof DEFAULT_DEADLINES>;
