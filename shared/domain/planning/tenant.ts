import { z } from 'zod';
import { uuid } from '../_core/identifier.ts';
import { record } from '../_core/record.ts';
import { inProject } from '../organizations/placement.ts';

/** An OpenStack project that a customer's project may put machines into. */
export const tenant = record.extend({
  name: z.string(),
  ...inProject.shape,
  settingsUuid: uuid,
  settingsName: z.string(),
  /** Keystone's project id. */
  backendId: z.string(),
  /** True when the tenant brought an application credential; it is in the secret store. */
  hasOwnCredential: z.boolean(),
});
export type Tenant = z.infer<typeof tenant>;

/** That one call asks the clouds of: it waits for the slowest of them. */
export const MOST_TENANTS = 10;
