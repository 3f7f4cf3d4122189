import { z } from 'zod';
import { uuid } from './identifier.ts';
import { record } from './record.ts';

/** waldur-rancher.md §3.2; only what this product acts on is accepted. */
export const pluginOptions = z.object({
  deployment_mode: z.enum(['self_managed']).default('self_managed'),
  flavors_regex: z.string().optional(),
});
export type PluginOptions = z.infer<typeof pluginOptions>;

export const offering = record.extend({
  name: z.string(),
  description: z.string(),
  type: z.literal('Rancher'),
  state: z.enum(['Draft', 'Active', 'Paused', 'Archived']),
  customerUuid: uuid,
  customerName: z.string(),
  settingsUuid: uuid,
  pluginOptions,
  plans: z.array(z.object({ uuid, name: z.string(), description: z.string() })),
});
export type Offering = z.infer<typeof offering>;
