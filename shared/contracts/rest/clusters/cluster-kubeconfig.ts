import { z } from 'zod';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import { usualTtl } from '#shared/domain/cluster-access/issued-kubeconfigs';
import { integer } from '../_core/fields.ts';
import type { Operations } from '../_core/operation.ts';
import { parseBody } from '../_core/parse-body.ts';

const MIN_TTL_SECONDS = 60;
const bodyUpTo = (maxSeconds?: number) =>
  z.object({
    ttl: integer(MIN_TTL_SECONDS, maxSeconds)
      .optional()
      .meta({
        description: 'How long it is valid. In seconds. Default: an hour, or the most that is allowed here.',
        examples: [3600],
      }),
  });
const kubeconfigBody = bodyUpTo();

/** Seconds. Throws Invalid naming the field. */
export function readKubeconfigTtl(body: unknown, { kubeconfigMaxTtlSeconds: max }: SiteSettings): number {
  return parseBody(bodyUpTo(max), body).ttl ?? usualTtl(max);
}

/** `config` is YAML. */
export const kubeconfigView = z.object({ config: z.string(), expires_at: z.string() }).meta({ id: 'Kubeconfig' });

export const kubeconfigOperations: Operations = {
  'POST /{uuid}/kubeconfig/': {
    summary: 'Get a kubeconfig of a cluster',
    rule: 'cluster.kubeconfig',
    description:
      'Each call makes a new kubeconfig, and only its answer shows it. It goes through Rancher, opens this cluster and no other, allows everything in it, and ends after `ttl` seconds. The call is a POST because it makes a credential. `events` has an entry for each. 409 when the cluster has as many valid kubeconfigs as are allowed; one that was lost on the way counts until it ends.',
    body: kubeconfigBody,
    bodyExample: { ttl: 3600 },
    reply: kubeconfigView,
    refuses: [400, 405, 409, 502],
  },
};
