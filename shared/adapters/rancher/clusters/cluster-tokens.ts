import { z } from 'zod';
import { ignoreNotFound } from '#shared/adapters/ignore-not-found';
import { path } from '#shared/adapters/json-client';
import type { Rancher } from '#shared/ports/rancher';
import type { ClusterToken } from '#shared/ports/rancher-objects';
import type { RancherSession } from '../rancher-session.ts';

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
      ...{ op: 'listClusterTokens', path: TOKENS, item: listedToken },
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
