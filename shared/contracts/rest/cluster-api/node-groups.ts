import { z } from 'zod';
import type { ShownGroup } from '#shared/domain/cluster-api/status/shown-group';
import { taint } from '#shared/domain/planning/pools/pool-spec';
import type { Listing } from '../_core/listing.ts';
import type { ApiOperations } from '../_core/operation.ts';

const count = (description: string) => z.int().meta({ description });

/** A node group. Fields that Magnum has, too, have the same names as in Magnum. */
export const nodeGroupView = z
  .object({
    url: z.string(),
    uuid: z.string(),
    name: z.string().meta({
      description: 'Name of the group in its cluster. `default-master` are the control plane machines.',
      examples: ['default-worker'],
    }),
    role: z.string().meta({
      description: '`master` for the control plane. Other groups have a role such as `worker`.',
      examples: ['worker'],
    }),
    is_default: z
      .boolean()
      .meta({ description: 'Whether the group was made together with the cluster. Such a group cannot be deleted.' }),
    cluster: z.string(),
    cluster_uuid: z.string(),
    node_count: count('Number of machines that a person has set.'),
    min_node_count: count('The fewest machines that the group may have.'),
    max_node_count: count('The most machines that the group may have. Null without a limit.').nullable(),
    auto_scaling_enabled: z.boolean().meta({ description: 'Whether the autoscaler chooses the number of machines.' }),
    present_node_count: count('Number of machines that the management cluster reports.'),
    ready_node_count: count('Number of machines that are ready nodes.'),
    updated_node_count: count('Number of machines that have the wanted settings and version.'),
    flavor_id: z.string().meta({ description: 'Name of the flavor.', examples: ['m1.large'] }),
    image_id: z.string().meta({ description: 'Id of the image in the cloud.' }),
    availability_zone: z.string().meta({ description: 'Availability zone. Empty if the cloud chooses.' }),
    max_batch_size: count('How many machines are replaced at the same time.'),
    node_labels: z
      .record(z.string(), z.string())
      .meta({ description: 'Labels of the nodes.', examples: [{ 'example.org/tier': 'gpu' }] }),
    node_taints: z.array(taint).meta({ description: 'Taints of the nodes.' }),
  })
  .meta({ id: 'NodeGroup' });

export const nodeGroupListing: Listing<ShownGroup, z.infer<typeof nodeGroupView>> = {
  filters: {
    contains: { name: ({ name }) => name },
    equals: { role: ({ role }) => role },
  },
  orderings: { name: ({ name }) => name, role: ({ role }) => role },
  schema: nodeGroupView,
  view: (link, { uuid, clusterUuid, name, role, isDefault, spec, counts }) => ({
    url: link('rancher-clusters', clusterUuid, `node_groups/${uuid}/`),
    ...{ uuid, name, role, is_default: isDefault },
    ...{ cluster: link('rancher-clusters', clusterUuid), cluster_uuid: clusterUuid },
    node_count: spec.replicas,
    min_node_count: spec.min ?? 1,
    max_node_count: spec.max ?? null,
    auto_scaling_enabled: spec.isAutoscaled ?? false,
    ...{ present_node_count: counts.total, ready_node_count: counts.ready, updated_node_count: counts.updated },
    ...{ flavor_id: spec.flavorName, image_id: spec.imageId, availability_zone: spec.availabilityZone ?? '' },
    max_batch_size: spec.maxBatchSize ?? 1,
    node_labels: spec.labels ?? {},
    node_taints: spec.taints ?? [],
  }),
};

export const nodeGroupOperations: ApiOperations = {
  'GET /{uuid}/node_groups/': {
    summary: 'List the node groups of a Cluster API cluster',
    rule: 'cluster.see',
    description:
      'The wanted state is read from Paddock’s records, and the numbers of machines from Cluster API. The list is empty for a cluster that Cluster API has not made.',
    listing: nodeGroupListing,
    refuses: [502],
  },
  'GET /{uuid}/node_groups/{node_group}/': {
    summary: 'Show a node group of a cluster',
    rule: 'cluster.see',
    description: '`node_group` is the uuid of the group or its name.',
    selectable: true,
    reply: nodeGroupView,
    refuses: [502],
  },
};
