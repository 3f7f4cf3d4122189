import { z } from 'zod';
import { uuid } from '../_core/identifier.ts';
import { record } from '../_core/record.ts';
import { withSlug } from '../_core/text/slug.ts';
import { placement } from '../organizations/placement.ts';
import { optionValues } from '../providers/resource-options.ts';
import { agentResource } from './agent-work.ts';

export const resourceState = z.enum(['Creating', 'OK', 'Updating', 'Erred', 'Terminating', 'Terminated']);
export type ResourceState = z.infer<typeof resourceState>;

/** The marketplace's view of a cluster, or of what a site agent looks after; outlives it as `Terminated`. */
export const resource = withSlug(
  record.extend({
    name: z.string(),
    slug: z.string(),
    state: resourceState,
    ...placement.shape,
    /** The cluster; its uuid differs from the resource's (docs/spec/waldur-rancher.md#states). What a site agent looks after has none. */
    clusterUuid: uuid.optional(),
    /** As they are wanted; of a managed cluster they are labels in Argo CD, too (docs/spec/orders.md#options-of-a-resource). */
    options: optionValues.default({}),
    /** Of a managed cluster. */
    managed: z.boolean().optional(),
    siteAgent: agentResource.optional(),
    /** The order that is pending or executing on the resource: there is at most one. */
    pendingOrderUuid: uuid.optional(),
  }),
);
export type Resource = z.infer<typeof resource>;
