import { z } from 'zod';
import type { LabelRow } from '#shared/domain/cluster-api/label-rows';
import { labelChange } from '#shared/domain/planning/cluster-api/labels/label-rule';
import type { Listing } from '../_core/listing.ts';
import type { ApiOperations, RestResource } from '../_core/operation.ts';

const TYPES = ['text', 'version', 'boolean', 'integer', 'network', 'list'] as const satisfies LabelRow['type'][];

const labelView = z
  .object({
    name: z.string().meta({ description: 'The label’s name.', examples: ['kube_tag'] }),
    type: z.enum(TYPES).meta({ description: 'The type of the label’s value. In JSON, every value is a string.' }),
    values: z.string().meta({ description: 'Which values are allowed.', examples: ['a version such as `v1.33.5`'] }),
    default: z
      .string()
      .nullable()
      .meta({
        description: 'The default value of the label. Null if the label has no fixed default.',
        examples: ['true'],
      }),
    without: z.string().meta({
      description: 'What applies if the label is not set. Empty for a label with a fixed default.',
      examples: ['the cloud chooses'],
    }),
    effect: z.string().meta({
      description: 'What the label does.',
      examples: ['The availability zone of workers.'],
    }),
    change: labelChange.meta({
      description:
        'What a change of the label does to a cluster. `in-place`: no machine is replaced. `rolls-control-plane`: the control plane machines are replaced, one after the other. `rolls-workers`: the workers are replaced, `max_batch_size` machines of each node group at the same time. `rolls-all`: all machines are replaced. `immutable`: the label of a cluster cannot be changed.',
    }),
    as_good_as_root: z.boolean().meta({
      description:
        'Whether whoever sets the label controls the cluster. Only owners of the customer and managers of the project may set such a label of a cluster that exists.',
    }),
  })
  .meta({ id: 'ClusterApiLabel' });
type LabelView = z.infer<typeof labelView>;

export const labelListing: Listing<LabelRow, LabelView> = {
  filters: {
    contains: { name: ({ name }) => name },
    choices: {
      type: { values: TYPES, of: ({ type }) => type },
      change: { values: labelChange.options, of: ({ change }) => change },
    },
  },
  orderings: { name: ({ name }) => name, change: ({ change }) => change },
  schema: labelView,
  view: (_link, { asGoodAsRoot, ...row }) => ({ ...row, as_good_as_root: asGoodAsRoot }),
};

const operations: ApiOperations = {
  'GET /': {
    summary: 'List the labels of templates and clusters',
    description: 'All labels that templates, orders and changes of clusters can set. They have Magnum’s names.',
    rule: 'visible.list',
    listing: labelListing,
  },
};

export const clusterApiLabelsResource: RestResource = {
  group: 'Customers',
  is: 'The labels of templates and clusters that Cluster API makes: defaults, effects, and what a change does.',
  operations,
};
