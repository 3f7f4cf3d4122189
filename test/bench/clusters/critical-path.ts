/** The delays of the simulated backends, in milliseconds. */
export type BackendDelays = {
  /** The time until Rancher gives a new cluster its id. */
  clusterAssign: number;
  /** The time until a new server is ACTIVE in Nova. */
  build: number;
  /** The time from a server's state ACTIVE until cloud-init runs on the machine. */
  boot: number;
  /** The time from the start of a node's registration until the node is active in Rancher. */
  nodeActive: number;
};

/** With these delays, a cluster of six machines, three of them server nodes, needs two minutes. */
export const FULL: BackendDelays = { clusterAssign: 2_000, build: 26_000, boot: 25_000, nodeActive: 4_000 };

export const scaled = (delays: BackendDelays, scale: number): BackendDelays => ({
  clusterAssign: delays.clusterAssign * scale,
  build: delays.build * scale,
  boot: delays.boot * scale,
  nodeActive: delays.nodeActive * scale,
});

/**
 * The least time in which the backends can create a cluster, however fast Paddock is. Servers and the first agent boot
 * in parallel. Servers join one after the other, and the first agent joins once a server is active. Then all other
 * agents are created in parallel (docs/spec/design.md#order-of-node-creation).
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
