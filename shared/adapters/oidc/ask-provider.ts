import {
  allowInsecureRequests,
  ClientError,
  ClientSecretPost,
  Configuration,
  type CustomFetch,
  clockSkew,
  customFetch,
  None,
  ResponseBodyError,
} from 'openid-client';
import { z } from 'zod';
import type { Outbound } from '#shared/domain/_core/outbound';
import { AppError, BackendContractBroken, Unauthenticated } from '../../errors.ts';
import { connectWithin } from '../json-client.ts';
import { BACKEND, type Issuer } from './issuer.ts';
import { invalidToken, TOKEN_EXPIRED } from './verify-token.ts';

export type OidcClient = {
  clientId: string;
  /** For a confidential client; undefined for a public one. */
  clientSecret: () => Promise<string | undefined>;
};
type Options = OidcClient & { issuer: Issuer; timeoutMs: number; outbound?: Outbound };
type Answered<T> = { answer: T; error?: undefined } | { answer?: undefined; error: string };

const json = z.record(z.string(), z.unknown());

export type AskProvider = {
  /** Our client without its secret, for what is not sent. */
  client(): Promise<Configuration>;
  /** Makes one request of openid-client as our client. Refusals are answers. Throws the Backend* family. */
  ask<T>(op: string, request: (client: Configuration) => Promise<T>): Promise<Answered<T>>;
};

export const brokenContract = (op: string, why: string): BackendContractBroken =>
  new BackendContractBroken(`${BACKEND} answered ${op} with an unexpected reply (${why}).`, { backend: BACKEND, op });

/** What openid-client threw. Its causes are left out, because they quote answers with their tokens. */
function failureOf(op: string, thrown: unknown): unknown {
  if (!(thrown instanceof ClientError)) return thrown;
  const { cause, code } = thrown;
  if (cause instanceof AppError) return cause;
  if (code === 'OAUTH_JWT_CLAIM_COMPARISON_FAILED') return invalidToken();
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return new Unauthenticated(TOKEN_EXPIRED);
  return brokenContract(op, cause instanceof Error ? cause.message : thrown.message);
}

export function askProvider({ issuer, clientId, clientSecret, timeoutMs, outbound }: Options): AskProvider {
  const connect = connectWithin(timeoutMs, outbound);
  /** Over the client of all backends, which knows the deadline. */
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
    // By our clock, as the stricter check of the ID token.
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
