import { z } from 'zod';
import { instant, uuid } from './identifier.ts';
import { record } from './record.ts';

/** An API token; only its SHA-256 is kept, so a stolen table opens nothing. */
export const apiToken = record.extend({
  userUuid: uuid,
  name: z.string(),
  hash: z.string(),
  expiresAt: instant.optional(),
});
export type ApiToken = z.infer<typeof apiToken>;
