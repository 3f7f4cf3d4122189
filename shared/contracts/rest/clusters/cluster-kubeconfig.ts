import { z } from 'zod';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import { usualTtl } from '#shared/domain/cluster-access/cluster-access';
import { integer } from '../_core/fields.ts';
import type { ApiOperations } from '../_core/operation.ts';
import { parseBody } from '../_core/parse-body.ts';

const MIN_TTL_SECONDS = 60;
/** The longest lifetime that an installation can allow. */
const MAX_TTL_SECONDS = 10 * 365 * 86_400;
const bodyUpTo = (maxSeconds: number) =>
  z.object({
    ttl: integer(MIN_TTL_SECONDS, maxSeconds)
      .optional()
      .meta({
        description: 'Lifetime in seconds. Default: one hour, or the maximum of this installation if that is shorter.',
        examples: [3600],
      }),
  });
const kubeconfigBody = bodyUpTo(MAX_TTL_SECONDS);

export function parseKubeconfigTtl(body: unknown, { kubeconfigMaxTtlSeconds: max }: SiteSettings): number {
  return parseBody(bodyUpTo(max), body).ttl ?? usualTtl(max);
}

export const kubeconfigView = z.object({ config: z.string(), expires_at: z.string() }).meta({ id: 'Kubeconfig' });

export const kubeconfigOperations: ApiOperations = {
  'POST /{uuid}/kubeconfig/': {
    summary: 'Get a kubeconfig of a cluster',
    rule: 'cluster.kubeconfig',
    description: `Each call makes a new kubeconfig. Only the answer to this call shows it. The kubeconfig works for this cluster only, and allows everything in the cluster. It expires at \`expires_at\`: after \`ttl\` seconds, or earlier if Rancher has a lower maximum. The call is a POST because it makes a credential. Each kubeconfig is recorded in \`events\`.

For a cluster in Rancher, the kubeconfig connects through Rancher. 409 if the cluster has the maximum number of valid kubeconfigs. A kubeconfig counts until it expires, even if the caller never received it.

For a cluster of Cluster API, the kubeconfig has a client certificate, and connects to the cluster’s own Kubernetes API. 409 if this API has no public address.`,
    body: kubeconfigBody,
    bodyExample: { ttl: 3600 },
    reply: kubeconfigView,
    refuses: [400, 405, 409, 502],
  },
};
