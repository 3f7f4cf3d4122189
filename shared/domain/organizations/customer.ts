import { z } from 'zod';
import { textOf } from '../_core/audit-schema.ts';
import { defineRecord } from '../_core/define-record.ts';
import { record } from '../_core/record.ts';
import { withSlug } from '../_core/text/slug.ts';

/** An organization that owns projects. It may sell offerings and place orders. */
export const customer = withSlug(record.extend({ name: z.string(), slug: z.string(), abbreviation: z.string() }));
export type Customer = z.infer<typeof customer>;

export const customerRecord = defineRecord({
  name: 'CUSTOMER',
  title: 'Customer',
  schema: customer,
  placeOf: ({ uuid }) => ({ customerUuid: uuid }),
  audit: {
    model: 'Structure.Customer',
    title: 'Customer',
    placeOf: (facts) => ({ customerUuid: textOf(facts, 'uuid') }),
    created: 'customer_creation_succeeded',
    updated: 'customer_update_succeeded',
    deleted: 'customer_deletion_succeeded',
    fields: { name: 'shown', slug: 'detail', abbreviation: 'shown' },
  },
});
