import type { DriverParts } from '../driver.ts';

/**
 * Copy this template to begin a new driver. It compiles, but no cluster uses it.
 * `test/contracts/drivers/driver.contract.ts` checks what every driver has to do. CONTRIBUTING.md lists the other parts
 * of a driver.
 */
export const template: DriverParts = {
  plan: {
    orderErrors: () => ({}),
    managedErrors: () => ({}),
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
  provider: 'Rancher',
  teardown: {
    servers: async () => [],
    leftovers: async () => ({ ports: [], floatingIps: [], volumes: [], keyPairs: [] }),
    inRancher: async () => ({
      clusters: [],
      management: [],
      registrySecrets: [],
      machineConfigs: [],
      cloudCredentials: [],
    }),
  },
};
