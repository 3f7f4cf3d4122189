/**
 * Default seconds for each phase of an order (`infra/config.ts` can change them). A phase ends with one of these
 * events.
 * Creation: Rancher has assigned the cluster's id; the servers and the first agent are active; the other agents are
 * active; the cluster is active. Deletion: servers are gone; ports, floating IPs and volumes are gone; the cluster is
 * gone from Rancher.
 * Managed clusters: load balancers are active; tenants are empty. Upgrades: Rancher has accepted the version; all nodes
 * run it. Certificates: Rancher has rotated them. Hibernation: the servers of one role are stopped. Waking up: the
 * servers of one role are started and ready. Applications: Helm has deployed an application; Helm has uninstalled it.
 */
export const DEFAULT_DEADLINES = {
  rancherId: 600,
  firstNodes: 1800,
  furtherNodes: 1800,
  clusterActive: 900,
  serversGone: 900,
  leftoversGone: 900,
  clusterGone: 1800,
  loadBalancersActive: 900,
  tenantsEmpty: 900,
  upgradeStarted: 300,
  nodesUpgraded: 10_800,
  certificatesRotated: 7200,
  serversStopped: 900,
  nodesAwake: 1800,
  appDeployed: 1200,
  appGone: 900,
};
/** The deadline of each phase, in seconds. */
export type Deadlines = Readonly<typeof DEFAULT_DEADLINES>;
