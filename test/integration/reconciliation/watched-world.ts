import { expect } from 'vitest';
import { pullCluster } from '#shared/app/clusters/pull-cluster';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Node } from '#shared/domain/nodes/node';
import type { OpenStack, Server } from '#shared/ports/openstack';
import type { Rancher } from '#shared/ports/rancher';
import type { RancherNode } from '#shared/ports/rancher/rancher-objects';
import { type Begun, clusterOf, inCloud, orderWithServers, type StepWorld, stateOf } from '../_worlds/step-world.ts';
import { attributesIn } from '../_worlds/world.ts';
import { finish } from '../nodes/added-node.ts';

type Seen = { server?: (server: Server) => Partial<Server>; node?: (node: RancherNode) => Partial<RancherNode> };

export const kinds = ({ drift }: Cluster) => drift.map(({ kind }) => kind);
export const nodeOf = (nodes: readonly Node[], role: string, index = 0): Node =>
  nodes.filter(({ spec }) => spec.role === role)[index] ?? expect.fail(`there is no ${role}`);
export const operationOn = ({ nodeOperations }: Cluster, { uuid }: Node) =>
  nodeOperations.find(({ nodeUuid }) => nodeUuid === uuid) ?? expect.fail('nothing is done to the node');

/** Helpers for complete clusters, and for changes to them from outside. */
export function watched(world: StepWorld) {
  const { store, deps } = world;
  return {
    cluster: async (servers: number, agents: number): Promise<Begun> =>
      finish(world, await orderWithServers(world, attributesIn(world, servers, agents))),
    pull: ({ target }: Begun, given: typeof deps = deps) => pullCluster(given, world.owner, target.clusterUuid),
    seen: (begun: Begun): Promise<Cluster> => clusterOf(world, begun),
    inRancher: async (name: string) =>
      ((await stateOf(world.rancherSimulator)).nodes ?? []).find(({ requestedHostname }) => requestedHostname === name),
    /** Deletes servers directly in the cloud, as their owner could. */
    async deleteServers(...nodes: readonly Node[]): Promise<void> {
      for (const { spec, instanceId, uuid } of nodes) {
        const session = await deps.openstack.open(await store.tenants.get(spec.tenantUuid));
        await session.deleteServer(instanceId);
        await expect.poll(() => inCloud(world, 'servers', uuid)).toEqual([]);
      }
    },
    /**
     * Dependencies in which `change.server` changes each server that Nova lists, and `change.node` each node that
     * Rancher lists.
     */
    seeing(change: Seen): typeof deps {
      return { ...deps, openstack: withServers(deps.openstack, change), rancher: withNodes(deps.rancher, change) };
    },
  };
}

const withServers = (openstack: StepWorld['deps']['openstack'], { server: change }: Seen): typeof openstack => ({
  ...openstack,
  async open(tenant) {
    const session = await openstack.open(tenant);
    const listServers: OpenStack['listServers'] = async (filter) =>
      (await session.listServers(filter)).map((item) => ({ ...item, ...change?.(item) }));
    return { ...session, listServers };
  },
});

const withNodes = (sessions: StepWorld['deps']['rancher'], { node: change }: Seen): typeof sessions => ({
  async open(settings) {
    const rancher = await sessions.open(settings);
    const listJoined: Rancher['listJoined'] = async (cluster, hostnames) =>
      (await rancher.listJoined(cluster, hostnames)).map((item) => ({ ...item, ...change?.(item) }));
    return { ...rancher, listJoined };
  },
});
