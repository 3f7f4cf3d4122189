import { createClient } from '@paddock/client';
import { ApiError } from './api-error.ts';

const TIMEOUT_MS = 30_000;

/** The API at the console's own address. The browser's session cookie is the credential. */
export const api = createClient({ baseUrl: globalThis.location.origin });

api.use({
  onRequest: ({ request }) =>
    new Request(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(TIMEOUT_MS)]) }),
  onError: ({ error }) => {
    const isCancelled = error instanceof DOMException && error.name === 'AbortError';
    return isCancelled ? error : new ApiError(0, undefined);
  },
});

type Reply<T> = { data?: T | undefined; error?: unknown; response: Response };

function assertOk({ error, response }: Reply<unknown>): void {
  if (response.ok) return;
  throw new ApiError(response.status, error, response.headers.get('x-correlation-id') ?? undefined);
}

/**
 * The body of an answer.
 * @throws ApiError for every other answer
 */
export async function answer<T>(call: Promise<Reply<T>>): Promise<T> {
  const reply = await call;
  assertOk(reply);
  if (reply.data === undefined) throw new ApiError(reply.response.status, 'The answer was empty.');
  return reply.data;
}

/**
 * Waits for a change whose answer has no body.
 * @throws ApiError if it was refused
 */
export async function done(call: Promise<Reply<unknown>>): Promise<void> {
  assertOk(await call);
}

/**
 * Routes with the parameter `field` may leave fields out, so all fields of their answers are optional. The console
 * never selects fields, so all of them are there.
 */
type Whole<T> = Required<T>;
const whole = <T>(body: T): Whole<T> => body as Whole<T>;

/** The body of an answer of a route with the parameter `field`. */
export const answerWhole = async <T>(call: Promise<Reply<T>>): Promise<Whole<T>> => whole(await answer(call));

export type Page<T> = { items: T[]; total: number };

/** One page of a list, and how many rows the whole list has. */
export async function answerPage<T>(call: Promise<Reply<T[]>>): Promise<Page<Whole<T>>> {
  const reply = await call;
  assertOk(reply);
  const total = Number(reply.response.headers.get('x-result-count') ?? 0);
  return { items: (reply.data ?? []).map(whole), total };
}
