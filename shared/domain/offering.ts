import { z } from 'zod';
import { uuid } from './identifier.ts';
import { record } from './record.ts';

const isPattern = (text: string): boolean => {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false; // asked to tell
  }
};

/** waldur-rancher.md §3.2; only what this product acts on is accepted. */
export const pluginOptions = z.object({
  deployment_mode: z.enum(['self_managed']).default('self_managed'),
  /** Whole names of the flavors that may be ordered; Waldur filters its forms by it, here orders are checked too (S0-225). */
  flavors_regex: z.string().refine(isPattern, 'Enter a valid regular expression.').optional(),
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
