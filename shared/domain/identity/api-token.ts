import { z } from 'zod';
import { auditSchema } from '../_core/audit-schema.ts';
import { instant, parseUuid, type Uuid, uuid } from '../_core/identifier.ts';
import { record } from '../_core/record.ts';

/** What a token is good for: to look, and to change what its user may change, which looking is part of. */
export const tokenScope = z.enum(['read', 'write']);
export type TokenScope = z.infer<typeof tokenScope>;
export const ALL_SCOPES: readonly TokenScope[] = tokenScope.options;

/** An API token; only its SHA-256 is kept, so a stolen table opens nothing. */
export const apiToken = record.extend({
  userUuid: uuid,
  name: z.string(),
  hash: z.string(),
  /** Tokens of before there were scopes are good for everything. */
  scopes: z.array(tokenScope).default([...ALL_SCOPES]),
  expiresAt: instant.optional(),
  /** To within `LAST_USED_STEP_MS`. */
  lastUsed: instant.optional(),
});
export type ApiToken = z.infer<typeof apiToken>;

const UUID_DIGITS = 32;

/** A token's text begins with its user, so that one read finds both; what proves anything is the secret behind it. */
export const apiTokenText = (userUuid: Uuid, secret: string): string => `${userUuid}${secret}`;

/** Whose token this says it is; undefined for what is none. */
export const userOfApiToken = (text: string): Uuid | undefined =>
  text.length > UUID_DIGITS ? parseUuid(text.slice(0, UUID_DIGITS)) : undefined;

/** How exactly it is kept when a token was last used: oftener it is not written. */
const LAST_USED_STEP_MS = 10 * 60_000;

/** Uses from then on are as good as the last one that was kept. */
export const lastUsedSince = (now: Date): string => new Date(now.getTime() - LAST_USED_STEP_MS).toISOString();

/** Whether this use is to be kept. */
export const isUseWorthKeeping = ({ lastUsed }: ApiToken, now: Date): boolean =>
  lastUsed === undefined || lastUsed < lastUsedSince(now);

export const apiTokenRow = {
  name: 'TOKEN',
  audit: auditSchema<ApiToken>({
    model: 'Core.PersonalAccessToken',
    title: 'API token',
    placeOf: () => ({}),
    created: 'pat_created',
    updated: 'pat_updated',
    deleted: 'pat_revoked',
    fields: {
      userUuid: 'detail',
      name: 'shown',
      hash: 'hidden',
      scopes: 'shown',
      expiresAt: 'shown',
      lastUsed: 'hidden',
    },
  }),
} as const;
