import { z } from 'zod';
import { BackendContractBroken, BackendUnauthorized, Unauthenticated } from '../../errors.ts';
import type { Identity, IdentityProvider } from '../../ports/identity.ts';
import { connectWithin, type JsonCall } from '../json-client.ts';
import { type IssuerOptions, oidcIssuer } from './issuer.ts';
import { verifyIdToken } from './verify-id-token.ts';

type Options = IssuerOptions & {
  clientId: string;
  /** Of a confidential client; undefined for a public one. */
  clientSecret: () => Promise<string | undefined>;
};

const SCOPES = 'openid profile email';
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const BACKEND = 'The OIDC provider';

const refused = z.object({ error: z.string() });
const tokens = z.union([z.object({ id_token: z.string().min(1) }), refused]);
/** RFC 8628 §3.2: five seconds where the provider names no interval. */
const device = z.object({
  device_code: z.string(),
  user_code: z.string(),
  verification_uri: z.url(),
  verification_uri_complete: z.url().optional(),
  expires_in: z.number(),
  interval: z.number().default(5),
});
/** RFC 6749 §5.2: what is wrong with our client, and not with the code. */
const OUR_FAULT = ['invalid_client', 'unauthorized_client'];
const s256 = (challenge: string) => ({ code_challenge: challenge, code_challenge_method: 'S256' });
const notSignedIn = (error: string) => new Unauthenticated(`The sign-in did not succeed: ${error.slice(0, 100)}.`);

/**
 * Any OIDC provider over its discovery document: authorization code with PKCE, and device authorization. What counts at the end is
 * the ID token, which is made for the client; access tokens of some providers tell a client nothing.
 */
export function oidcIdentityProvider({
  clientId,
  clientSecret,
  timeoutMs = 10_000,
  ...options
}: Options): IdentityProvider {
  const issuer = oidcIssuer({ ...options, timeoutMs });
  const connect = connectWithin(timeoutMs);

  async function post<T>(op: string, address: string, form: Record<string, string>, reply: z.ZodType<T>): Promise<T> {
    const secret = await clientSecret();
    const whole = { client_id: clientId, ...(secret !== undefined && { client_secret: secret }), ...form };
    const call: JsonCall<T> = {
      op,
      method: 'POST',
      path: '',
      form: whole,
      reply,
      answers: [400, 401],
      secrets: Object.values(form),
    };
    return (await connect({ backend: BACKEND, baseUrl: address })(call)).body;
  }

  /** The ID token, or why there is none. */
  async function redeem(op: string, form: Record<string, string>): Promise<{ id_token: string } | { error: string }> {
    const answer = await post(op, (await issuer.discover()).token_endpoint, form, tokens);
    if ('error' in answer && OUR_FAULT.includes(answer.error)) {
      throw new BackendUnauthorized(`${BACKEND} does not take our client: ${answer.error}`, { backend: BACKEND, op });
    }
    return answer;
  }

  const identityIn = (token: string, nonce?: string): Promise<Identity> =>
    verifyIdToken(issuer, { token, clientId, ...(nonce !== undefined && { nonce }) });

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
      const answer = await redeem('redeemCode', form);
      if ('error' in answer) throw notSignedIn(answer.error);
      return identityIn(answer.id_token, nonce);
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
      if (!('error' in answer)) return identityIn(answer.id_token);
      if (answer.error === 'authorization_pending') return 'pending';
      if (answer.error === 'slow_down') return 'too_fast';
      throw notSignedIn(answer.error);
    },
  };
}
