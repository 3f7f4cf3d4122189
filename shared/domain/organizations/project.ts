import { z } from 'zod';
import { uuid } from '../_core/identifier.ts';
import { record } from '../_core/record.ts';
import { withSlug } from '../_core/text/slug.ts';

/** Where a customer's clusters and tenants are; roles below the customer's are given here. */
export const project = withSlug(
  record.extend({
    name: z.string(),
    slug: z.string(),
    description: z.string(),
    customerUuid: uuid,
    /** Kept beside the uuid so that a list page needs no second read. */
    customerName: z.string(),
  }),
);
export type Project = z.infer<typeof project>;
