/**
 * Default seconds for each phase of an order (`infra/config.ts` can change them). Creation: Rancher assigns the
 * cluster's id; servers and the first agent are active; other agents are; the cluster is. Deletion: servers are gone;
 * ports, floating IPs and volumes are; the cluster in Rancher is. Managed clusters: load balancers are active; tenants
 * are empty. Upgrades: Rancher adopts the version; all nodes run it.
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
};
/** Seconds by phase. */
export type Deadlines = Readonly<typeof DEFAULT_DEADLINES>;
