import { z } from 'zod';
import { uuid } from './identifier.ts';
import { placement } from './placement.ts';
import { record } from './record.ts';
import { optionValues } from './resource-options.ts';
import { withSlug } from './slug.ts';

export const resourceState = z.enum(['Creating', 'OK', 'Updating', 'Erred', 'Terminating', 'Terminated']);
export type ResourceState = z.infer<typeof resourceState>;

/** The marketplace's view of a cluster; outlives it as `Terminated`. */
export const resource = withSlug(
  record.extend({
    name: z.string(),
    slug: z.string(),
    state: resourceState,
    ...placement.shape,
    /** The cluster; its uuid differs from the resource's (waldur-rancher.md §9c-1). */
    clusterUuid: uuid,
    /** As they are wanted; of a managed cluster they are labels in Argo CD, too (waldur-rancher.md §3.10). */
    options: optionValues.default({}),
    /** Of a managed cluster. */
    managed: z.boolean().optional(),
    /** The order that is pending or executing on the resource: there is at most one. */
    pendingOrderUuid: uuid.optional(),
  }),
);
export type Resource = z.infer<typeof resource>;
