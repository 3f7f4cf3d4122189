import { z } from 'zod';
import type { ApiToken } from '../../domain/api-token.ts';
import { looseText, optionalInstant, optionalReference } from './fields.ts';
import type { Link } from './link.ts';
import type { Listing } from './listing.ts';
import type { Operations } from './operation.ts';

export const apiTokenView = z
  .object({
    url: z.string(),
    uuid: z.string(),
    name: z.string(),
    user: z.string(),
    user_uuid: z.string(),
    created: z.string(),
    expires_at: z.string().nullable(),
  })
  .meta({ id: 'ApiToken' });
export type ApiTokenView = z.infer<typeof apiTokenView>;
/** The one reply that shows the token itself. */
export const newApiTokenView = apiTokenView.extend({ token: z.string() }).meta({ id: 'NewApiToken' });

export function viewApiToken(link: Link, { uuid, name, userUuid, created, expiresAt }: ApiToken): ApiTokenView {
  return {
    url: link('api-tokens', uuid),
    uuid,
    name,
    user: link('users', userUuid),
    user_uuid: userUuid,
    created,
    expires_at: expiresAt ?? null,
  };
}

export const newApiTokenBody = z
  .object({
    name: looseText(150).default(''),
    user: optionalReference('users'),
    expires_at: optionalInstant(),
  })
  .transform(({ name, user, expires_at }) => ({ name, userUuid: user, expiresAt: expires_at }));

export const apiTokenListing: Listing<ApiToken, ApiTokenView> = {
  filters: {},
  schema: apiTokenView,
  view: viewApiToken,
};

export const apiTokenOperations: Operations = {
  'GET /': { summary: "List the caller's own API tokens", rule: 'account.use', listing: apiTokenListing },
  'POST /': {
    summary: 'Create an API token',
    rule: 'account.use',
    description: 'The reply is the only place where the token is shown. Staff may create one for another `user`.',
    body: newApiTokenBody,
    status: 201,
    reply: newApiTokenView,
    refuses: [403],
  },
  'DELETE /{uuid}/': { summary: 'Revoke an API token', rule: 'api_token.delete', status: 204 },
};
