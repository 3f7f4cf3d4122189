import { z } from 'zod';
import { BackendContractBroken, Unauthenticated } from '../../errors.ts';
import type { IdentityProvider } from '../../ports/identity.ts';
import { askProvider, type OidcClient, refused } from './ask-provider.ts';
import { BACKEND, type IssuerOptions, oidcIssuer } from './issuer.ts';
import { verifyIdToken } from './verify-id-token.ts';

type Options = IssuerOptions & OidcClient;

const SCOPES = 'openid profile email';
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
/** RFC 8628 §3.2: five seconds when the provider names no interval. */
const device = z.object({
  device_code: z.string(),
  user_code: z.string(),
  verification_uri: z.url(),
  verification_uri_complete: z.url().optional(),
  expires_in: z.number(),
  interval: z.number().default(5),
});
const s256 = (challenge: string) => ({ code_challenge: challenge, code_challenge_method: 'S256' });
const notSignedIn = (error: string) => new Unauthenticated(`The sign-in did not succeed: ${error.slice(0, 100)}.`);

/**
 * Any OIDC provider, by its discovery document: authorization code with PKCE, and device authorization. Only the ID
 * token counts, which is made for the client; some providers' access tokens are opaque.
 */
export function oidcIdentityProvider({ timeoutMs = 10_000, ...options }: Options): IdentityProvider {
  const issuer = oidcIssuer({ ...options, timeoutMs });
  const { clientId } = options;
  const { post, redeem } = askProvider({ ...options, issuer, timeoutMs });

  return {
    async authorizationUrl({ state, nonce, challenge, redirectUri }) {
      const url = new URL((await issuer.discover()).authorization_endpoint);
      const asked = {
        ...{ response_type: 'code', client_id: clientId, redirect_uri: redirectUri, scope: SCOPES, state, nonce },
        ...s256(challenge),
      };
      for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
      return url.href;
    },
    async redeemCode({ code, verifier, nonce, redirectUri }) {
      const form = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirectUri };
      // A code works once, so it is used only when its answer can be verified.
      await issuer.keys.ready();
      const answer = await redeem('redeemCode', form);
      if ('error' in answer) throw notSignedIn(answer.error);
      return verifyIdToken(issuer, { token: answer.id_token, clientId, nonce });
    },
    async startDevice(challenge) {
      const { device_authorization_endpoint: address } = await issuer.discover();
      if (address === undefined) return undefined;
      const form = { scope: SCOPES, ...s256(challenge) };
      const answer = await post('startDevice', address, form, z.union([device, refused]));
      if ('error' in answer) throw new BackendContractBroken(`${BACKEND} starts no device login: ${answer.error}`, {});
      return {
        deviceCode: answer.device_code,
        userCode: answer.user_code,
        verificationUri: answer.verification_uri,
        verificationUriComplete: answer.verification_uri_complete,
        expiresIn: answer.expires_in,
        interval: answer.interval,
      };
    },
    async redeemDevice({ deviceCode, verifier }) {
      const form = { grant_type: DEVICE_GRANT, device_code: deviceCode, code_verifier: verifier };
      const answer = await redeem('redeemDevice', form);
      if (!('error' in answer)) return verifyIdToken(issuer, { token: answer.id_token, clientId });
      if (answer.error === 'authorization_pending') return 'pending';
      if (answer.error === 'slow_down') return 'too_fast';
      throw notSignedIn(answer.error);
    },
  };
}
