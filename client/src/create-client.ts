import createFetchClient, { type Client } from 'openapi-fetch';
import type { paths } from './generated/schema.d.ts';
import { PaddockUnreachable } from './paddock-error.ts';
import { readToEnd, refuseOtherThanJson } from './read-answer.ts';
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
 * throws PaddockError if another server, such as a proxy, answers with 2xx.
 */
export function createClient({
  baseUrl,
  token,
  timeoutMs = TIMEOUT_MS,
  userAgent,
  signal: given,
}: ClientOptions): PaddockClient {
  const address = baseUrl.replace(/\/+$/, '');
  const client = createFetchClient<paths>({
    baseUrl: address,
    ...(userAgent !== undefined && { headers: { 'user-agent': userAgent } }),
    fetch: async (request) => {
      const stopping = given === undefined ? [request.signal] : [request.signal, given];
      const read = async (signal: AbortSignal) => readToEnd(await fetch(request, { signal }));
      try {
        return await withTimeout(read, timeoutMs, stopping);
      } catch (error) {
        // If the caller aborts a request, the caller gets the original error.
        throw stopping.some(({ aborted }) => aborted) ? error : new PaddockUnreachable(address, error);
      }
    },
  });
  client.use(refuseOtherThanJson);
  if (token !== undefined)
    client.use({
      onRequest: async ({ request }) => {
        request.headers.set('authorization', `Token ${typeof token === 'string' ? token : await token()}`);
        return request;
      },
    });
  return client;
}
