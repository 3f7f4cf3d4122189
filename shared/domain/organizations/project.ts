import { z } from 'zod';
import { textOf } from '../_core/audit-schema.ts';
import { defineRecord } from '../_core/define-record.ts';
import { uuid } from '../_core/identifier.ts';
import { record } from '../_core/record.ts';
import { withSlug } from '../_core/text/slug.ts';

/** A project of a customer. Clusters and tenants belong to it. Users can have a role in a single project. */
export const project = withSlug(
  record.extend({
    name: z.string(),
    slug: z.string(),
    description: z.string(),
    customerUuid: uuid,
    /** A copy of the customer's name, so that a list needs no second read. */
    customerName: z.string(),
  }),
);
export type Project = z.infer<typeof project>;

/**
 * A project is listed in two partitions of the store: its customer's partition and its own partition. Users of a single
 * project may read only the project's own partition.
 */
export const projectRecord = defineRecord({
  name: 'PROJECT',
  title: 'Project',
  schema: project,
  listedBy: ['customer', 'project'],
  placeOf: ({ uuid, customerUuid }) => ({ customerUuid, projectUuid: uuid }),
  filters: {
    name: ({ name }) => name,
    match: { of: ({ slug }) => slug, filters: { slug: ({ slug }) => [slug] } },
  },
  audit: {
    model: 'Structure.Project',
    title: 'Project',
    placeOf: (facts) => ({ customerUuid: textOf(facts, 'customerUuid'), projectUuid: textOf(facts, 'uuid') }),
    created: 'project_creation_succeeded',
    updated: 'project_update_succeeded',
    deleted: 'project_deletion_succeeded',
    fields: { name: 'shown', slug: 'detail', description: 'shown', customerUuid: 'hidden', customerName: 'hidden' },
  },
});
