import { z } from 'zod';
import { type FieldClassRow, fieldClass } from '#shared/domain/pools/change/field-classes';
import type { Listing } from '../_core/listing.ts';
import type { ApiOperations, RestResource } from '../_core/operation.ts';

const OWNERS = ['pool', 'cluster'] as const;

const fieldClassView = z
  .object({
    field: z.string().meta({
      description: 'The field’s name in the API. `proxy` means `http_proxy`, `https_proxy` and `no_proxy`.',
      examples: ['flavor'],
    }),
    of: z.enum(OWNERS).meta({ description: 'Whether the field belongs to a pool or to the cluster.' }),
    class: fieldClass.meta({
      description:
        '`in-place`: no machine is replaced. `rolls-pool`: every machine of the pool is replaced. `rolls-control-plane`: Kubernetes restarts on the machines with etcd or control plane. `immutable`: the field cannot be changed.',
    }),
    text: z.string().meta({
      description: 'What a change of the field does.',
      examples: ['Every machine of the pool is replaced by a new one.'],
    }),
  })
  .meta({ id: 'FieldClass' });
type FieldClassView = z.infer<typeof fieldClassView>;

export const fieldClassListing: Listing<FieldClassRow, FieldClassView> = {
  filters: {
    contains: { name: ({ field }) => field },
    choices: {
      of: { values: OWNERS, of: (row) => row.of },
      class: { values: fieldClass.options, of: (row) => row.class },
    },
  },
  orderings: { field: ({ field }) => field, class: (row) => row.class },
  schema: fieldClassView,
  view: (_link, { field, of, class: kind, text }) => ({ field, of, class: kind, text }),
};

const operations: ApiOperations = {
  'GET /': {
    summary: 'List how a change of each field affects existing machines',
    description:
      'The fields of pools, and the fields of clusters with pools. A `dry_run` of a change shows the same classes.',
    rule: 'visible.list',
    listing: fieldClassListing,
  },
};

export const rancherFieldClassesResource: RestResource = {
  group: 'Customers',
  is: 'What a change of each field of a pool or cluster does to the machines.',
  operations,
};
