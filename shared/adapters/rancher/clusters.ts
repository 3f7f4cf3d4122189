import { z } from 'zod';
import type { Rancher } from '../../ports/rancher.ts';
import { goneIsFine } from '../gone-is-fine.ts';
import { path } from '../json-client.ts';
import { EVERYTHING } from '../selection.ts';
import type { RancherSession } from './rancher-session.ts';
import { listedCluster, managementCluster, rancherNode } from './schemas.ts';

type Managed = Pick<
  Rancher,
  'findCluster' | 'listClusters' | 'renameCluster' | 'listNodes' | 'drainNode' | 'deleteNode'
>;

/** Clusters and nodes as Rancher manages them. */
export const clusters = (session: RancherSession): Managed => ({
  findCluster: (id) => session.find({ op: 'findCluster', path: path`/v3/clusters/${id}`, reply: managementCluster }),

  async listClusters() {
    const listed = await session.list({
      op: 'listClusters',
      path: '/v3/clusters',
      item: listedCluster,
      where: EVERYTHING,
    });
    return listed.filter(({ isInternal }) => !isInternal).map(({ cluster }) => cluster);
  },

  async renameCluster(id, name) {
    const to = path`/v3/clusters/${id}`;
    await session.call({ op: 'renameCluster', method: 'PUT', path: to, body: { name }, reply: z.unknown() });
  },

  // By the filter and not under the cluster's own address: that one is 404 while the cluster is on its way in or out.
  async listNodes(clusterId) {
    const listed = await session.list({
      ...{ op: 'listNodes', path: '/v3/nodes', item: rancherNode },
      where: { clusterId: { is: clusterId, of: (it) => it.clusterId } },
    });
    return listed.map(({ node }) => node);
  },

  async drainNode(id, timeout) {
    const query = { action: 'drain' };
    const body = { deleteLocalData: true, force: true, gracePeriod: -1, ignoreDaemonSets: true, timeout };
    await session.call({
      ...{ op: 'drainNode', method: 'POST', path: path`/v3/nodes/${id}`, query, body },
      reply: z.unknown(),
    });
  },

  deleteNode: (id) =>
    goneIsFine(session.call({ op: 'deleteNode', method: 'DELETE', path: path`/v3/nodes/${id}`, reply: z.unknown() })),
});
