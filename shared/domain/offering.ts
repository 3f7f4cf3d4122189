import { z } from 'zod';
import { uuid } from './identifier.ts';
import { pluginOptions } from './plugin-options.ts';
import { record } from './record.ts';

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
