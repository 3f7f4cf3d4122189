import { z } from 'zod';
import type { ClusterToken, Rancher } from '../../ports/rancher.ts';
import { goneIsFine } from '../gone-is-fine.ts';
import { path } from '../json-client.ts';
import type { RancherSession } from './rancher-session.ts';

type ClusterTokens = Pick<Rancher, 'listClusterTokens' | 'createClusterToken' | 'deleteClusterToken'>;
const TOKENS = '/v3/tokens';

const listedToken = z
  .object({
    id: z.string(),
    description: z.string().nullish(),
    clusterId: z.string().nullish(),
    expiresAt: z.string().nullish(),
  })
  .transform(({ id, description, clusterId, expiresAt }) => ({
    clusterId: clusterId ?? '',
    token: { id, description: description ?? '', ...(expiresAt && { expiresAt }) } satisfies ClusterToken,
  }));
/** The only reply that holds the token itself, as `name:secret`. */
const madeToken = z
  .object({ id: z.string(), token: z.string().min(1), expiresAt: z.string().nullish() })
  .transform(({ id, token, expiresAt }) => ({ id, bearer: token, ...(expiresAt && { expiresAt }) }));

/** API keys scoped to one cluster: they open its Kubernetes API through Rancher and nothing else. */
export const clusterTokens = (session: RancherSession): ClusterTokens => ({
  async listClusterTokens(clusterId) {
    const listed = await session.list({
      ...{ op: 'listClusterTokens', path: TOKENS, item: listedToken },
      where: { clusterId: { is: clusterId, of: (it) => it.clusterId } },
    });
    return listed.map(({ token }) => token);
  },

  createClusterToken: ({ clusterId, description, ttlMs }) =>
    session.call({
      op: 'createClusterToken',
      method: 'POST',
      path: TOKENS,
      body: { type: 'token', clusterId, description, ttl: ttlMs },
      reply: madeToken,
    }),

  deleteClusterToken: (id) =>
    goneIsFine(
      session.call({
        op: 'deleteClusterToken',
        method: 'DELETE',
        path: `${TOKENS}${path`/${id}`}`,
        reply: z.unknown(),
      }),
    ),
});
