import {
  allowInsecureRequests,
  buildAuthorizationUrl,
  ClientError,
  ClientSecretPost,
  Configuration,
  type CustomFetch,
  clockSkew,
  customFetch,
  genericGrantRequest,
  initiateDeviceAuthorization,
  None,
  ResponseBodyError,
} from 'openid-client';
import { z } from 'zod';
import type { Outbound } from '#shared/domain/_core/outbound-proxy';
import { AppError, BackendContractBroken, BackendUnauthorized, Unauthenticated } from '../../errors.ts';
import type { IdentityProvider } from '../../ports/identity.ts';
import { connectWithin } from '../json-client.ts';
import { BACKEND, type Issuer, type IssuerOptions, oidcIssuer } from './issuer.ts';
import { invalidToken, TOKEN_EXPIRED, verifyIdToken } from './verify-token.ts';

type Options = IssuerOptions & OidcClient;
type Grant = { op: string; type: string; form: Record<string, string>; nonce?: string | undefined };

const SCOPES = 'openid profile email';
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
/** Seconds between polls if the provider names no interval (RFC 8628 §3.2). */
const INTERVAL_SECONDS = 5;
/** Errors that the provider reports about Paddock as its client, not about the user's code. */
const OUR_FAULT = ['invalid_client', 'unauthorized_client'];
const s256 = (challenge: string) => ({ code_challenge: challenge, code_challenge_method: 'S256' });
const notSignedIn = (error: string) => new Unauthenticated(`The sign-in did not succeed: ${error.slice(0, 100)}.`);

/**
 * Signs in at any OIDC provider with a discovery document, by authorization code with PKCE or by device authorization.
 * Only the ID token is read, because it is meant for the client. Access tokens are not meant for the client, and some
 * providers' access tokens cannot be parsed.
 */
export function oidcIdentityProvider({ timeoutMs = 10_000, ...options }: Options): IdentityProvider {
  const issuer = oidcIssuer({ ...options, timeoutMs });
  const { clientId } = options;
  const { client, ask } = askProvider({ ...options, issuer, timeoutMs });
  const redeem = redeemerOf({ issuer, clientId, ask });

  return {
    async authorizationUrl({ state, nonce, challenge, redirectUri, isFresh }) {
      // With `max_age`, the provider must also say in the ID token when the user signed in (OpenID Connect Core §2).
      const fresh = isFresh && { prompt: 'login', max_age: '0' };
      const asked = { redirect_uri: redirectUri, scope: SCOPES, state, nonce, ...s256(challenge), ...fresh };
      return buildAuthorizationUrl(await client(), asked).href;
    },
    async redeemCode({ code, verifier, nonce, redirectUri }) {
      const form = { code, code_verifier: verifier, redirect_uri: redirectUri };
      // A code works only once. So the keys that verify the ID token are fetched before the code is used.
      await issuer.keys.ready();
      const { identity, error } = await redeem({ op: 'redeemCode', type: 'authorization_code', form, nonce });
      if (identity === undefined) throw notSignedIn(error);
      return identity;
    },
    async startDevice(challenge) {
      const { device_authorization_endpoint: address } = await issuer.discover();
      if (address === undefined) return undefined;
      const op = 'startDevice';
      const asked = { scope: SCOPES, ...s256(challenge) };
      const { answer, error } = await ask(op, (known) => initiateDeviceAuthorization(known, asked));
      if (error !== undefined) throw new BackendContractBroken(`${BACKEND} refused the device login: ${error}`, {});
      const { verification_uri: page, verification_uri_complete: pageWithCode } = answer;
      if (![page, pageWithCode ?? page].every((uri) => URL.canParse(uri))) throw brokenContract(op, 'no address');
      return {
        deviceCode: answer.device_code,
        userCode: answer.user_code,
        verificationUri: page,
        verificationUriComplete: pageWithCode,
        expiresIn: answer.expires_in,
        interval: answer.interval ?? INTERVAL_SECONDS,
      };
    },
    async redeemDevice({ deviceCode, verifier }) {
      const form = { device_code: deviceCode, code_verifier: verifier };
      const { identity, error } = await redeem({ op: 'redeemDevice', type: DEVICE_GRANT, form });
      if (identity !== undefined) return identity;
      if (error === 'authorization_pending') return 'pending';
      if (error === 'slow_down') return 'too_fast';
      throw notSignedIn(error);
    },
  };
}

type Redeemer = Pick<AskProvider, 'ask'> & Pick<OidcClient, 'clientId'> & { issuer: Issuer };

/**
 * Sends one request to the token endpoint. Returns the identity, or the reason for a refusal. openid-client's own
 * functions for this request do not fit: they need the whole callback URL, or poll by themselves.
 */
function redeemerOf({ issuer, clientId, ask }: Redeemer) {
  return async ({ op, type, form, nonce }: Grant) => {
    const { answer, error } = await ask(op, (known) => genericGrantRequest(known, type, form));
    if (error === undefined) {
      if (answer.id_token === undefined) throw brokenContract(op, 'the answer has no ID token');
      return { identity: await verifyIdToken(issuer, { token: answer.id_token, clientId, nonce }) };
    }
    if (!OUR_FAULT.includes(error)) return { error };
    throw new BackendUnauthorized(`${BACKEND} rejects Paddock's client: ${error}`, { backend: BACKEND, op });
  };
}

type OidcClient = {
  clientId: string;
  /** The secret of Paddock's client at the provider. Undefined if the provider knows the client as public. */
  clientSecret: () => Promise<string | undefined>;
};
type AskOptions = OidcClient & { issuer: Issuer; timeoutMs: number; outbound?: Outbound };
type Answered<T> = { answer: T; error?: undefined } | { answer?: undefined; error: string };

const json = z.record(z.string(), z.unknown());

type AskProvider = {
  /** The configuration of Paddock's client without its secret, for URLs that the browser opens. */
  client(): Promise<Configuration>;
  /**
   * Sends one request of openid-client as Paddock's client. If the provider answers with an OAuth error, this error is
   * returned and not thrown. Throws BackendUnavailable and the other Backend* errors. Throws Unauthenticated for an ID
   * token that is invalid or expired.
   */
  ask<T>(op: string, request: (client: Configuration) => Promise<T>): Promise<Answered<T>>;
};

const brokenContract = (op: string, why: string): BackendContractBroken =>
  new BackendContractBroken(`${BACKEND} answered ${op} with an unexpected reply (${why}).`, { backend: BACKEND, op });

/**
 * Turns an error of openid-client into the error that the call throws. The cause is dropped, because it quotes an
 * answer of the provider, which contains tokens.
 */
function failureOf(op: string, thrown: unknown): unknown {
  if (!(thrown instanceof ClientError)) return thrown;
  const { cause, code } = thrown;
  if (cause instanceof AppError) return cause;
  if (code === 'OAUTH_JWT_CLAIM_COMPARISON_FAILED') return invalidToken();
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return new Unauthenticated(TOKEN_EXPIRED);
  return brokenContract(op, cause instanceof Error ? cause.message : thrown.message);
}

function askProvider({ issuer, clientId, clientSecret, timeoutMs, outbound }: AskOptions): AskProvider {
  const connect = connectWithin(timeoutMs, outbound);
  /** Lets openid-client send its requests with the HTTP client of all backends, which obeys the function's deadline. */
  const fetchFor =
    (op: string): CustomFetch =>
    async (address, { body }) => {
      const form = Object.fromEntries(body instanceof URLSearchParams ? body : []);
      const { client_id: _, ...secret } = form;
      const answers = [400, 401];
      const call = {
        op,
        method: 'POST' as const,
        path: '',
        form,
        reply: json,
        answers,
        secrets: Object.values(secret),
      };
      const reply = await connect({ backend: BACKEND, baseUrl: address })(call);
      return Response.json(reply.body, { status: 'error' in reply.body ? 400 : 200 });
    };
  async function clientWith(secret: string | undefined): Promise<Configuration> {
    // openid-client compares times with the system's clock. This skew makes openid-client use Paddock's clock, which
    // Paddock's own check of the ID token also uses.
    const times = { [clockSkew]: Math.round((issuer.clock.now().getTime() - Date.now()) / 1000) };
    const authentication = secret === undefined ? None() : ClientSecretPost(secret);
    const client = new Configuration(await issuer.discover(), clientId, times, authentication);
    allowInsecureRequests(client);
    return client;
  }
  return {
    client: () => clientWith(undefined),
    async ask(op, request) {
      const client = await clientWith(await clientSecret());
      client[customFetch] = fetchFor(op);
      try {
        return { answer: await request(client) };
      } catch (thrown) {
        if (thrown instanceof ResponseBodyError) return { error: thrown.error };
        throw failureOf(op, thrown);
      }
    },
  };
}
