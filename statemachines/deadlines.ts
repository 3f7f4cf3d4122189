/** Time limits in seconds, by what must have happened before. An installation can change them (`infra/config.ts`). */
export const DEFAULT_DEADLINES = {
  /** Rancher has given a new cluster its id. */
  rancherId: 600,
  /** The servers and the first agent of a new cluster are active. */
  firstNodes: 1800,
  /** The other agents of a new cluster are active. */
  furtherNodes: 1800,
  clusterActive: 900,
  serversGone: 900,
  /** Ports, floating IPs and volumes of deleted servers are gone. */
  leftoversGone: 900,
  /** Rancher no longer has the deleted cluster or node. */
  clusterGone: 1800,
  loadBalancersActive: 900,
  tenantsEmpty: 900,
  /** Rancher has accepted the new version. */
  upgradeStarted: 300,
  /** All nodes run the new version. */
  nodesUpgraded: 10_800,
  certificatesRotated: 7200,
  /** All servers of one role are stopped, to hibernate the cluster. */
  serversStopped: 900,
  /** All nodes of one role have started and are ready, to wake the cluster. */
  nodesAwake: 1800,
  /** Helm has deployed an application. */
  appDeployed: 1200,
  /** Helm has uninstalled an application. */
  appGone: 900,
};
export type Deadlines = Readonly<typeof DEFAULT_DEADLINES>;
