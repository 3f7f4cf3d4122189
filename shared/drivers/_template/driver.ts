import type { DriverParts } from '../driver.ts';

/**
 * A driver to copy for a new one. It compiles, but no cluster can have it. `test/contracts/drivers/driver.contract.ts`
 * checks what every driver has to do. CONTRIBUTING.md lists what else a driver needs.
 */
export const template: DriverParts = {
  plan: {
    nodes: () => ({ nodes: [] }),
    problems: () => ({}),
    waves: (nodes) => ({ first: [...nodes], rest: [] }),
  },
  observe: async (backends, cluster, nodes) => {
    const [remote, rancherNodes] = await Promise.all([
      backends.findCluster(cluster),
      backends.listJoined(
        cluster,
        nodes.map(({ spec }) => spec.name),
      ),
    ]);
    return { observation: { ...(remote && { remote }), rancherNodes, servers: new Map() }, errors: [] };
  },
  teardown: {
    servers: async () => [],
    leftovers: async () => ({ ports: [], floatingIps: [], volumes: [] }),
    inRancher: async () => ({ clusters: [], management: [], registrySecrets: [] }),
  },
};
