import { z } from 'zod';
import { type ApiToken, tokenScope } from '#shared/domain/identity/api-token';
import { looseText, optionalInstant, optionalReference } from '../_core/fields.ts';
import type { Link, Listing } from '../_core/listing.ts';
import type { ApiOperations, RestResource } from '../_core/operation.ts';

export const apiTokenView = z
  .object({
    url: z.string(),
    uuid: z.string(),
    name: z.string(),
    user: z.string(),
    user_uuid: z.string(),
    created: z.string(),
    scopes: z.array(tokenScope),
    kind: z.enum(['token', 'browser', 'device']).meta({
      description:
        '`browser`, `device`: the session of a sign-in with a browser or at a terminal. `token`: any other token.',
    }),
    expires_at: z.string().nullable(),
    last_used: z
      .string()
      .nullable()
      .meta({ description: 'Time of the last use, accurate to ten minutes.', examples: ['2026-11-01T12:00:00Z'] }),
  })
  .meta({ id: 'ApiToken' });
export type ApiTokenView = z.infer<typeof apiTokenView>;
/** A new API token with its value. No other answer contains the value. */
export const newApiTokenView = apiTokenView.extend({ token: z.string() }).meta({ id: 'NewApiToken' });

export function viewApiToken(link: Link, apiToken: ApiToken): ApiTokenView {
  const { uuid, name, userUuid, created, scopes, session, expiresAt, lastUsed } = apiToken;
  return {
    url: link('api-tokens', uuid),
    uuid,
    name,
    user: link('users', userUuid),
    user_uuid: userUuid,
    created,
    scopes,
    kind: session?.by ?? 'token',
    expires_at: expiresAt ?? null,
    last_used: lastUsed ?? null,
  };
}

export const newApiTokenBody = z
  .object({
    name: looseText(150).default(''),
    user: optionalReference('users'),
    scopes: z.array(tokenScope).min(1).max(tokenScope.options.length).optional().meta({
      description: 'What the token may do. `read`: only read. `write`: read and change. Default: both.',
    }),
    expires_at: optionalInstant(),
  })
  .transform(({ name, user, scopes, expires_at }) => ({ name, userUuid: user, scopes, expiresAt: expires_at }));

export const apiTokenListing: Listing<ApiToken, ApiTokenView> = {
  filters: { contains: { name: ({ name }) => name } },
  orderings: { name: ({ name }) => name, created: ({ created }) => created },
  schema: apiTokenView,
  view: viewApiToken,
};

const operations: ApiOperations = {
  'GET /': { summary: "List the caller's API tokens", rule: 'account.use', listing: apiTokenListing },
  'POST /': {
    summary: 'Create an API token',
    rule: 'api_token.create',
    description:
      'A token that is created with a token ends with it at the latest. With a session of a browser, `expires_at` may be later if the user ' +
      'has entered the password within the last five minutes (`GET /api/sign-in/start/?fresh=true`). The user gets an e-mail. ' +
      'Only this reply shows the token. Staff may create a token for another `user`. A token that has only the scope `read` gets 403 ' +
      'for every method but GET, HEAD and OPTIONS, even if its user is staff. The token also gets 403 for a GET that gives access to a system, ' +
      'such as the console of a node.',
    body: newApiTokenBody,
    bodyExample: { name: 'backup of clusters', scopes: ['read'], expires_at: '2030-12-31T23:00:00.000Z' },
    status: 201,
    reply: newApiTokenView,
    refuses: [403],
  },
  'DELETE /{uuid}/': { summary: 'Revoke an API token', rule: 'api_token.delete', status: 204 },
};

export const apiTokensResource: RestResource = {
  group: 'Customers',
  is: 'Tokens for scripts. Each user has their own tokens.',
  operations,
};
