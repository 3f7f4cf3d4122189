import { z } from 'zod';
import { usualTtl } from '../../domain/issued-kubeconfigs.ts';
import type { SiteSettings } from '../../domain/site-settings.ts';
import { integer } from './fields.ts';
import type { Operations } from './operation.ts';
import { parseBody } from './parse-body.ts';

const MIN_TTL_SECONDS = 60;
const bodyUpTo = (maxSeconds?: number) => z.object({ ttl: integer(MIN_TTL_SECONDS, maxSeconds).optional() });
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
      'A fresh one at each call, which is the only place where it is shown: it goes through Rancher, opens this cluster and no other, lets do ' +
      'everything in it, and ends after `ttl` seconds (an hour, if it is not given). A POST, since it makes a credential: no cache and no ' +
      'token that is for reading only gets one. Each is told of in `events`. 409 while as many of the cluster’s are alive as may be; a ' +
      'lost answer’s counts until it ends.',
    body: kubeconfigBody,
    bodyExample: { ttl: 3600 },
    reply: kubeconfigView,
    refuses: [400, 405, 409, 502],
  },
};
