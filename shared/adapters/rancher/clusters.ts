import type { Rancher } from '../../ports/rancher.ts';
import { path } from '../json-client.ts';
import type { RancherSession } from './rancher-session.ts';
import { managementCluster, rancherNode } from './schemas.ts';

/** Clusters and nodes as Rancher manages them. */
export const clusters = (session: RancherSession): Pick<Rancher, 'findCluster' | 'listNodes'> => ({
  findCluster: (id) => session.find({ op: 'findCluster', path: path`/v3/clusters/${id}`, reply: managementCluster }),

  // By the filter and not under the cluster's own address: that one is 404 while the cluster is on its way in or out.
  async listNodes(clusterId) {
    const listed = await session.list({ op: 'listNodes', path: '/v3/nodes', query: { clusterId }, item: rancherNode });
    return listed.filter((it) => it.clusterId === clusterId).map(({ node }) => node);
  },
});
