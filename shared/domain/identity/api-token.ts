import { z } from 'zod';
import { auditSchema } from '../_core/audit-schema.ts';
import { instant, parseUuid, type Uuid, uuid } from '../_core/identifier.ts';
import { record } from '../_core/record.ts';

/** A token with the scope `write` can also read. */
export const tokenScope = z.enum(['read', 'write']);
export type TokenScope = z.infer<typeof tokenScope>;
export const ALL_SCOPES: readonly TokenScope[] = tokenScope.options;

const session = z.object({
  by: z.enum(['browser', 'device']),
  /** When the user last proved who they are to the identity provider. Absent if the provider does not say. */
  authenticatedAt: instant.optional(),
});

/** An API token. Only its SHA-256 is stored, so a stolen table gives no access. */
export const apiToken = record.extend({
  userUuid: uuid,
  name: z.string(),
  hash: z.string(),
  /** Tokens of an earlier release have no scopes. Such tokens may do everything. */
  scopes: z.array(tokenScope).default([...ALL_SCOPES]),
  expiresAt: instant.optional(),
  /** How the user signed in, if the token is the session of a sign-in. */
  session: session.optional(),
  /** Time of the last recorded use. A further use within `LAST_USED_STEP_MS` is not recorded. */
  lastUsed: instant.optional(),
});
export type ApiToken = z.infer<typeof apiToken>;

/** For so long after the password was entered, a browser's session may create tokens that outlive it. */
const FRESH_MS = 5 * 60_000;

/**
 * Whether the token is the session of a browser whose user has just entered the password. A session of the device flow
 * never is, because its user may have confirmed the code of an attacker's terminal.
 */
export function isFreshSignIn({ session: sign }: ApiToken, now: Date): boolean {
  if (sign?.by !== 'browser' || sign.authenticatedAt === undefined) return false;
  return now.getTime() - Date.parse(sign.authenticatedAt) <= FRESH_MS;
}

const WORDS = { browser: 'Browser', device: 'Terminal' } as const;
const MAX_AGENT = 80;

/**
 * The name of a session in the list of tokens and in e-mails: the kind of sign-in, the calling program, and its address.
 * The program's own text cannot imitate the other parts, because it loses all brackets.
 */
export function sessionName(
  by: z.infer<typeof session>['by'],
  { userAgent, sourceIp }: { userAgent: string | undefined; sourceIp: string | undefined },
): string {
  const agent = (userAgent ?? '')
    .replaceAll(/[^\w./;:+ -]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_AGENT);
  return `${WORDS[by]} at ${sourceIp ?? 'an unknown address'} (${agent || 'unknown program'})`;
}

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
      session: 'detail',
      lastUsed: 'hidden',
    },
  }),
} as const;
