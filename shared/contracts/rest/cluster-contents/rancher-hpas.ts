import { z } from 'zod';
import { NIL_UUID } from '#shared/domain/_core/identifier';
import { type ClusterContent, contentUuid } from '#shared/domain/cluster-contents/cluster-content';
import { hpaFacts } from '#shared/domain/cluster-contents/content-facts';
import { exampleUuid } from '../_core/example-uuid.ts';
import { integer, optional, reference, text } from '../_core/fields.ts';
import type { ApiOperations } from '../_core/operation.ts';
import { parseBody } from '../_core/parse-body.ts';
import {
  asNamespacedProperty,
  contentResource,
  namespacedFilters,
  orNil,
  viewAsNamespacedProperty,
} from './cluster-contents.ts';
import { change, creation, description, objectName } from './content-bodies.ts';

const metric = z.object({
  name: z.string().meta({ examples: ['cpu'] }),
  type: z.string().meta({ examples: ['Resource'] }),
  target: z.object({
    type: z.string().meta({ examples: ['Utilization'] }),
    utilization: z.int().optional(),
    averageValue: z.string().optional(),
  }),
});

/**
 * The uuid of the workload that the HPA scales. The uuid is derived from the workload's type and name, so a workload
 * that does not exist has a uuid, too.
 */
function workloadUuid({ clusterUuid, namespaceName, facts }: ClusterContent): string | undefined {
  const { workload } = hpaFacts.parse(facts);
  return workload && contentUuid(clusterUuid, workload.type, `${namespaceName}/${workload.name}`);
}

const schema = z
  .object({
    ...asNamespacedProperty,
    workload: z.string().nullable(),
    workload_uuid: orNil,
    workload_name: z.string(),
    min_replicas: z.int(),
    max_replicas: z.int(),
    current_replicas: z.int(),
    desired_replicas: z.int(),
    metrics: z.array(metric),
  })
  .meta({ id: 'RancherHPA' });

const wantedMetric = z.object({
  name: text(253).meta({
    description: 'Name of the metric. For the type `Resource`: `cpu` or `memory`.',
    examples: ['cpu'],
  }),
  type: z
    .enum(['Resource', 'Pods', 'External'])
    .meta({ description: 'Where the metric comes from.', examples: ['Resource'] }),
  target: z
    .object({
      type: z.enum(['Utilization', 'AverageValue']).meta({
        description: 'Whether the target is a percentage (`Utilization`) or a quantity (`AverageValue`).',
        examples: ['Utilization'],
      }),
      utilization: integer(1, 10_000)
        .nullish()
        .meta({
          type: ['integer', 'null'],
          description: 'Target in percent of what the pods request.',
          examples: [80],
        }),
      averageValue: optional(text(40)).meta({
        type: ['string', 'null'],
        description: 'Target for each pod, as a Kubernetes quantity.',
        examples: ['500m'],
      }),
    })
    .meta({ description: 'The value that the autoscaler aims at.' }),
});
const replicas = (least: number, text: string, example: number) =>
  integer(least, 10_000)
    .optional()
    .meta({ type: 'integer', description: text, examples: [example] });
const changeBody = z.object({
  description: description(),
  min_replicas: replicas(1, 'Minimum number of replicas. Default: 1.', 1),
  max_replicas: replicas(1, 'Maximum number of replicas.', 5),
  metrics: z
    .array(wantedMetric)
    .max(20)
    .optional()
    .meta({ description: 'All metrics by which the autoscaler sets the number of replicas.' }),
});
const createBody = changeBody.extend({
  name: objectName(),
  workload: reference('rancher-workloads'),
  max_replicas: integer(1, 10_000).meta({
    type: 'integer',
    description: 'Maximum number of replicas.',
    examples: [5],
  }),
});

const wantedOf = ({ description, min_replicas, max_replicas, metrics }: z.infer<typeof changeBody>) => ({
  ...{ description: description ?? undefined, minReplicas: min_replicas, maxReplicas: max_replicas },
  metrics: metrics?.map(({ target: { type, utilization, averageValue }, ...rest }) => ({
    ...rest,
    target: { type, utilization: utilization ?? undefined, averageValue: averageValue ?? undefined },
  })),
});
export const parseHpaChange = (body: unknown) => wantedOf(parseBody(changeBody, body));
export function parseNewHpa(body: unknown) {
  const { name, workload, ...wanted } = parseBody(createBody, body);
  return { ...wantedOf(wanted), name, workloadUuid: workload };
}

const SINGULAR = 'a horizontal pod autoscaler in a cluster';
const bodyExample = {
  ...{ min_replicas: 2, max_replicas: 6 },
  metrics: [{ name: 'cpu', type: 'Resource', target: { type: 'Utilization', utilization: 70 } }],
};
const own: ApiOperations = {
  'POST /': {
    ...creation(SINGULAR, schema),
    body: createBody,
    bodyExample: { name: 'cart-2', workload: exampleUuid('rancher-workloads'), ...bodyExample },
  },
  'PUT /{uuid}/': { ...change(SINGULAR, schema), body: changeBody, bodyExample },
  'PATCH /{uuid}/': { ...change(SINGULAR, schema), body: changeBody, bodyExample: { max_replicas: 8 } },
};

export const rancherHpas = contentResource({
  kind: 'HPA',
  model: 'HPA',
  facts: hpaFacts,
  schema,
  view: (link, item, facts) => {
    const uuid = workloadUuid(item);
    return {
      ...viewAsNamespacedProperty(link, 'rancher-hpas', item),
      workload: uuid === undefined ? null : link('rancher-workloads', uuid),
      workload_uuid: uuid ?? NIL_UUID,
      workload_name: facts.workload?.name ?? '',
      min_replicas: facts.minReplicas,
      max_replicas: facts.maxReplicas,
      current_replicas: facts.currentReplicas,
      desired_replicas: facts.desiredReplicas,
      metrics: facts.metrics,
    };
  },
  filters: { ...namespacedFilters, uuids: { ...namespacedFilters.uuids, workload_uuid: workloadUuid } },
  plural: 'horizontal pod autoscalers in clusters',
  singular: SINGULAR,
  is: 'Horizontal pod autoscalers.',
  more: 'In managed clusters, only staff may create, change or delete autoscalers. Others get 400 or 403.',
  writes: { delete: 202, yaml: true, own },
});
