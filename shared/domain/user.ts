import { z } from 'zod';
import { instant, uuid } from './identifier.ts';
import { record } from './record.ts';

export const user = record.extend({
  username: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  isStaff: z.boolean(),
  isSupport: z.boolean(),
  isActive: z.boolean(),
});
export type User = z.infer<typeof user>;

/** An API token; only its SHA-256 is kept, so a stolen table opens nothing. */
export const apiToken = record.extend({
  userUuid: uuid,
  name: z.string(),
  hash: z.string(),
  expiresAt: instant.optional(),
});
export type ApiToken = z.infer<typeof apiToken>;
