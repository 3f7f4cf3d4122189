import { z } from 'zod';
import { auditSchema } from '../_core/audit-schema.ts';
import { instant, parseUuid, type Uuid, uuid } from '../_core/identifier.ts';
import { record } from '../_core/record.ts';

/** A token with the scope `write` can also read. */
export const tokenScope = z.enum(['read', 'write']);
export type TokenScope = z.infer<typeof tokenScope>;
export const ALL_SCOPES: readonly TokenScope[] = tokenScope.options;

/** An API token. Only its SHA-256 is stored, so a stolen table gives no access. */
export const apiToken = record.extend({
  userUuid: uuid,
  name: z.string(),
  hash: z.string(),
  /** Tokens of an earlier release have no scopes. Such tokens may do everything. */
  scopes: z.array(tokenScope).default([...ALL_SCOPES]),
  expiresAt: instant.optional(),
  /** Time of the last recorded use. A further use within `LAST_USED_STEP_MS` is not recorded. */
  lastUsed: instant.optional(),
});
export type ApiToken = z.infer<typeof apiToken>;

const UUID_DIGITS = 32;

/**
 * The text of a token. It begins with the user's uuid, so that one read finds both user and token. The secret after the
 * uuid proves that the caller has the token.
 */
export const apiTokenText = (userUuid: Uuid, secret: string): string => `${userUuid}${secret}`;

/** The user whose uuid is in the token. Undefined for a text that is not a token. */
export const userOfApiToken = (text: string): Uuid | undefined =>
  text.length > UUID_DIGITS ? parseUuid(text.slice(0, UUID_DIGITS)) : undefined;

/** Minimum number of milliseconds between two recorded uses of a token. */
const LAST_USED_STEP_MS = 10 * 60_000;

/** A use of a token at `now` is recorded only if the last recorded use is before the returned time. */
export const lastUsedSince = (now: Date): string => new Date(now.getTime() - LAST_USED_STEP_MS).toISOString();

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
