/**
 * Seconds each phase of an order may take, when the installation says nothing else (`infra/config.ts`): Rancher assigns the
 * cluster's id; servers and first agent become active; the other agents do; the cluster does; servers are gone; ports, floating
 * IPs and volumes are; the cluster in Rancher is; of a managed cluster, load balancers become active; what is in its tenants is gone;
 * of an upgrade, Rancher takes the version; all nodes run it.
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
