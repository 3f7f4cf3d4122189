import { z } from 'zod';

/**
 * A protocol mapper of a client. The mapper adds claims to the client's tokens, besides the claims that all tokens
 * have.
 */
export const protocolMapper = z.strictObject({
  id: z.string().optional(),
  name: z.string(),
  protocol: z.string().default('openid-connect'),
  protocolMapper: z.string(),
  consentRequired: z.boolean().optional(),
  config: z.record(z.string(), z.string()).default({}),
});
export type ProtocolMapper = z.infer<typeof protocolMapper>;

/** Types of mappers with a simulated effect. */
export const MAPPER_TYPES = ['oidc-group-membership-mapper', 'oidc-audience-mapper'];

/** The value that a mapper adds to `aud` of access tokens. */
export function addedAudience(mappers: readonly ProtocolMapper[]): string | null {
  const found = mappers.find(
    ({ protocolMapper: kind, config }) => kind === 'oidc-audience-mapper' && config['access.token.claim'] === 'true',
  );
  return found?.config['included.client.audience'] ?? null;
}
