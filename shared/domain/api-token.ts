import { z } from 'zod';
import { instant, parseUuid, type Uuid, uuid } from './identifier.ts';
import { record } from './record.ts';

/** An API token; only its SHA-256 is kept, so a stolen table opens nothing. */
export const apiToken = record.extend({
  userUuid: uuid,
  name: z.string(),
  hash: z.string(),
  expiresAt: instant.optional(),
});
export type ApiToken = z.infer<typeof apiToken>;

const UUID_DIGITS = 32;

/** A token's text begins with its user, so that one read finds both; what proves anything is the secret behind it. */
export const apiTokenText = (userUuid: Uuid, secret: string): string => `${userUuid}${secret}`;

/** Whose token this says it is; undefined for what is none. */
export const userOfApiToken = (text: string): Uuid | undefined =>
  text.length > UUID_DIGITS ? parseUuid(text.slice(0, UUID_DIGITS)) : undefined;
