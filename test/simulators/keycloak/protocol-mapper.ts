import { z } from 'zod';

/** As clients bring them: what their tokens tell beside what all tokens tell. */
export const protocolMapper = z.strictObject({
  name: z.string(),
  protocol: z.literal('openid-connect'),
  protocolMapper: z.enum(['oidc-group-membership-mapper', 'oidc-audience-mapper']),
  config: z.record(z.string(), z.string()),
});
export type ProtocolMapper = z.infer<typeof protocolMapper>;
