/** What the backends take by themselves, in milliseconds of a run at full scale. */
export type BackendDelays = {
  /** Rancher: until a new cluster has its id. */
  clusterAssign: number;
  /** Nova: until a server is ACTIVE. */
  build: number;
  /** The machine: from ACTIVE until cloud-init runs. */
  boot: number;
  /** Rancher: one node from its turn to active. */
  nodeActive: number;
};

/** Six machines (three servers) need two minutes with them. */
export const FULL: BackendDelays = { clusterAssign: 2_000, build: 26_000, boot: 25_000, nodeActive: 4_000 };

export const scaled = (delays: BackendDelays, scale: number): BackendDelays => ({
  clusterAssign: delays.clusterAssign * scale,
  build: delays.build * scale,
  boot: delays.boot * scale,
  nodeActive: delays.nodeActive * scale,
});

/**
 * The least time in which the backends can make a cluster, however fast Paddock is: servers and the first agent boot at the
 * same time, servers join one after the other and agents once a server is active; then all other agents at once
 * (docs/spec/design.md#order-of-node-creation).
 */
export function criticalPathMs(
  delays: BackendDelays,
  { servers, agents }: { servers: number; agents: number },
): number {
  const { clusterAssign, build, boot, nodeActive } = delays;
  const joining = Math.max(servers, 2) * nodeActive;
  const rest = agents > 1 ? build + boot + nodeActive : 0;
  return clusterAssign + build + boot + joining + rest;
}
