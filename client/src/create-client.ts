import createFetchClient, { type Client } from 'openapi-fetch';
import type { paths } from './generated/schema.d.ts';
import { PaddockUnreachable } from './paddock-error.ts';
import { readToEnd, refuseOtherThanJson, refuseRedirects } from './read-answer.ts';
import { assertSecureAddress } from './secure-address.ts';
import { withTimeout } from './with-timeout.ts';

const TIMEOUT_MS = 30_000;

/** A client whose methods, parameters, bodies and answers are those of the API's OpenAPI document. */
export type PaddockClient = Client<paths>;

export type ClientOptions = {
  /** The address of the API without a path, for example `https://paddock.example`. */
  baseUrl: string;
  /**
   * A token of `POST /api/api-tokens/`, or a function that returns a token for each request. A browser needs no token,
   * because it has a session cookie.
   */
  token?: string | (() => string | Promise<string>);
  /** Allows a token at an http address that is not on this machine. Anyone on the network can then read the token. */
  allowInsecureHttp?: boolean;
  /** Maximum time of one request in milliseconds, including the reading of its answer. Default: 30 seconds. */
  timeoutMs?: number;
  /**
   * The program's name, sent in the header `User-Agent`, so that servers can log it. A browser sends its own user
   * agent.
   */
  userAgent?: string;
  /** Aborts all requests. */
  signal?: AbortSignal;
};

/**
 * Makes a client of one Paddock. A call throws {@link PaddockUnreachable} if the answer is late or incomplete. A call
 * throws PaddockError if another server, such as a proxy, answers with 2xx or redirects. Redirects are not followed, so
 * tokens and bodies go to this address only.
 * @throws InsecureAddress if tokens would be sent unencrypted
 */
export function createClient({
  baseUrl,
  token,
  allowInsecureHttp = false,
  timeoutMs = TIMEOUT_MS,
  userAgent,
  signal: given,
}: ClientOptions): PaddockClient {
  if (token !== undefined && !allowInsecureHttp) assertSecureAddress(baseUrl);
  const address = baseUrl.replace(/\/+$/, '');
  const client = createFetchClient<paths>({
    baseUrl: address,
    ...(userAgent !== undefined && { headers: { 'user-agent': userAgent } }),
    fetch: async (request) => {
      const stopping = given === undefined ? [request.signal] : [request.signal, given];
      const read = async (signal: AbortSignal) => readToEnd(await fetch(request, { signal, redirect: 'manual' }));
      try {
        return await withTimeout(read, timeoutMs, stopping);
      } catch (error) {
        // If the caller aborts a request, the caller gets the original error.
        throw stopping.some(({ aborted }) => aborted) ? error : new PaddockUnreachable(address, error);
      }
    },
  });
  client.use(refuseRedirects, refuseOtherThanJson);
  if (token !== undefined)
    client.use({
      onRequest: async ({ request }) => {
        request.headers.set('authorization', `Token ${typeof token === 'string' ? token : await token()}`);
        return request;
      },
    });
  return client;
}
