import { z } from 'zod';
import { NIL_UUID } from '#shared/domain/_core/identifier';
import { type ClusterContent, contentUuid } from '#shared/domain/cluster-contents/cluster-content';
import { hpaFacts } from '#shared/domain/cluster-contents/content-facts';
import {
  asNamespacedProperty,
  contentResource,
  namespacedFilters,
  orNil,
  viewAsNamespacedProperty,
} from './cluster-contents.ts';

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
 * The uuid of the workload that the HPA scales. It is derived from type and name, so it is also known if the workload
 * does not exist.
 */
function workloadUuid({ clusterUuid, namespaceName, facts }: ClusterContent): string | undefined {
  const { workload } = hpaFacts.parse(facts);
  return workload && contentUuid(clusterUuid, workload.type, `${namespaceName}/${workload.name}`);
}

export const rancherHpas = contentResource({
  kind: 'HPA',
  model: 'HPA',
  facts: hpaFacts,
  schema: z
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
    .meta({ id: 'RancherHPA' }),
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
  plural: 'horizontal pod autoscalers of clusters',
  singular: 'a horizontal pod autoscaler of a cluster',
});
