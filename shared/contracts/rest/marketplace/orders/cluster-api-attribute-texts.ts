import { exampleUuid } from '#shared/contracts/rest/_core/example-uuid';
import type { FieldText } from '#shared/contracts/rest/_core/field-text';

const OF_TEMPLATE = 'the value of the template';

export const CLUSTER_API_ATTRIBUTE_TEXTS = {
  cluster_api_template: {
    is: 'Template of the cluster, one of `cluster-api-templates`: its uuid or its URL. Only for offerings whose option `driver` is `cluster-api`.',
    without: 'the cluster has nodes or pools',
    example: exampleUuid('cluster-api-templates'),
  },
  master_count: { is: 'Number of control plane machines. It must be odd.', default: 1, example: 3 },
  node_count: { is: 'Number of machines of the first node group.', default: 1, example: 2 },
  flavor_id: { is: 'Name or id of the flavor of the node group.', without: OF_TEMPLATE, example: 'm1.large' },
  master_flavor_id: {
    is: 'Name or id of the flavor of control plane machines.',
    without: 'the value of the template, or else the flavor of the node group',
    example: 'm1.large',
  },
  keypair: { is: 'Name of a key pair in the cloud for the machines.', without: OF_TEMPLATE, example: 'operators' },
  fixed_network: {
    is: 'Id of an existing network of the tenant for the machines.',
    without: OF_TEMPLATE,
    example: exampleUuid('openstack-networks'),
  },
  fixed_subnet: {
    is: 'Name or id of an existing subnet of the tenant for the machines.',
    without: OF_TEMPLATE,
    example: exampleUuid('subnets'),
  },
  docker_volume_size: {
    is: 'Size of a separate volume for containers on each machine.',
    unit: 'GB',
    without: OF_TEMPLATE,
    example: 50,
  },
  labels: {
    is: 'Labels of the cluster. `cluster-api-labels` lists the possible names. The labels of the order replace all labels of the template. With `merge_labels`, they are added to the labels of the template.',
    without: 'the labels of the template',
    example: { auto_healing_enabled: 'true' },
  },
  merge_labels: {
    is: 'Whether `labels` are added to those of the template.',
    default: false,
    example: true,
  },
} satisfies Record<string, FieldText>;
