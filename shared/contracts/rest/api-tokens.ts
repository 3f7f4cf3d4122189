import { z } from 'zod';
import type { ApiToken } from '../../domain/api-token.ts';
import { looseText, optionalInstant, optionalReference } from './fields.ts';
import type { Link } from './link.ts';

export const apiTokenView = z.object({
  url: z.string(),
  uuid: z.string(),
  name: z.string(),
  user: z.string(),
  user_uuid: z.string(),
  created: z.string(),
  expires_at: z.string().nullable(),
});
export type ApiTokenView = z.infer<typeof apiTokenView>;
/** The one reply that shows the token itself. */
export const newApiTokenView = apiTokenView.extend({ token: z.string() });

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
