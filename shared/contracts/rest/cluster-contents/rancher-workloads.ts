import { z } from 'zod';
import { workloadFacts } from '#shared/domain/cluster-contents/content-facts';
import { integer } from '../_core/fields.ts';
import type { ApiOperations } from '../_core/operation.ts';
import { parseBody } from '../_core/parse-body.ts';
import {
  asNamespacedProperty,
  contentResource,
  namespacedFilters,
  viewAsNamespacedProperty,
} from './cluster-contents.ts';
import { change } from './content-bodies.ts';

const schema = z
  .object({
    ...asNamespacedProperty,
    workload_type: z
      .string()
      .meta({ description: 'Type of the workload, as Rancher names it.', examples: ['apps.deployment'] }),
    scale: z.int().meta({ description: 'Wanted number of replicas. 0 for a cron job.', examples: [2] }),
  })
  .meta({ id: 'RancherWorkload' });

/** Maximum number of pods of one workload. Kubernetes allows more, but no cluster has room for them. */
const MAX_REPLICAS = 10_000;
const changeBody = z.object({
  scale: integer(0, MAX_REPLICAS)
    .optional()
    .meta({
      type: 'integer',
      description: 'Wanted number of replicas, of a deployment or stateful set.',
      examples: [3],
    }),
});
/** Throws Invalid if the body is not valid. */
export const parseScale = (body: unknown) => parseBody(changeBody, body).scale;

const SINGULAR = 'a workload in a cluster';
const scaling = { ...change(SINGULAR, schema), body: changeBody, bodyExample: { scale: 3 } };
const own: ApiOperations = {
  'PUT /{uuid}/': scaling,
  'PATCH /{uuid}/': scaling,
  'POST /{uuid}/redeploy/': {
    summary: 'Restart the pods of a workload',
    description:
      'Does the same as `kubectl rollout restart`. New pods replace the old ones, as the workload’s update strategy defines. A cron job cannot be redeployed.',
    rule: 'content.update',
    reply: schema,
    refuses: [400, 405, 409, 502],
  },
};

export const rancherWorkloads = contentResource({
  kind: 'WORKLOAD',
  model: 'Workload',
  facts: workloadFacts,
  schema,
  view: (link, item, { scale }) => ({
    ...viewAsNamespacedProperty(link, 'rancher-workloads', item),
    workload_type: item.type,
    scale,
  }),
  filters: namespacedFilters,
  plural: 'workloads in clusters',
  singular: SINGULAR,
  is: 'Deployments, stateful sets, daemon sets and cron jobs.',
  writes: { delete: 204, yaml: true, own },
  more:
    'Workloads are deployments, stateful sets, daemon sets and cron jobs. ' +
    'In managed clusters, only staff may change or delete workloads. Others get 400 or 403.',
});
