import { z } from 'zod';
import { path } from '#shared/adapters/json-client';
import { ignoreNotFound } from '#shared/adapters/not-found';
import { EVERYTHING } from '#shared/adapters/selection';
import type { Rancher } from '#shared/ports/rancher';
import type { ClusterToken } from '#shared/ports/rancher-objects';
import type { RancherSession } from '../rancher-session.ts';
import { listedCluster, managementCluster } from '../schemas.ts';

type Managed = Pick<
  Rancher,
  'findCluster' | 'listClusters' | 'listClustersLabelled' | 'renameCluster' | 'deleteCluster'
>;

async function listAll(session: RancherSession) {
  const where = EVERYTHING;
  const listed = await session.list({ op: 'listClusters', path: '/v3/clusters', item: listedCluster, where });
  return listed.filter(({ isInternal }) => !isInternal);
}

/** Clusters that Rancher manages, whoever created them. */
export const clusters = (session: RancherSession): Managed => ({
  findCluster: (id) => session.find({ op: 'findCluster', path: path`/v3/clusters/${id}`, reply: managementCluster }),

  listClusters: async () => (await listAll(session)).map(({ cluster }) => cluster),

  async listClustersLabelled(wanted) {
    const has = (labels: Record<string, string>) =>
      Object.entries(wanted).every(([key, value]) => labels[key] === value);
    return (await listAll(session)).filter(({ labels }) => has(labels)).map(({ cluster }) => cluster);
  },

  async renameCluster(id, name) {
    const to = path`/v3/clusters/${id}`;
    await session.call({ op: 'renameCluster', method: 'PUT', path: to, body: { name }, reply: z.unknown() });
  },

  deleteCluster: (id) =>
    ignoreNotFound(
      session.call({ op: 'deleteCluster', method: 'DELETE', path: path`/v3/clusters/${id}`, reply: z.unknown() }),
    ),
});

type ClusterTokens = Pick<Rancher, 'listClusterTokens' | 'deleteClusterToken'>;
const TOKENS = '/v3/tokens';

const listedToken = z
  .object({ id: z.string(), description: z.string().nullish(), clusterId: z.string().nullish() })
  .transform(({ id, description, clusterId }) => ({
    clusterId: clusterId ?? '',
    token: { id, description: description ?? '' } satisfies ClusterToken,
  }));

/**
 * The provider's own keys for a cluster, of earlier releases: a kubeconfig from such a key has all rights in Rancher.
 */
export const clusterTokens = (session: RancherSession): ClusterTokens => ({
  async listClusterTokens(clusterId) {
    const listed = await session.list({
      op: 'listClusterTokens',
      path: TOKENS,
      item: listedToken,
      where: { clusterId: { is: clusterId, of: (it) => it.clusterId } },
    });
    return listed.map(({ token }) => token);
  },

  deleteClusterToken: (id) =>
    ignoreNotFound(
      session.call({
        op: 'deleteClusterToken',
        method: 'DELETE',
        path: `${TOKENS}${path`/${id}`}`,
        reply: z.unknown(),
      }),
    ),
});
