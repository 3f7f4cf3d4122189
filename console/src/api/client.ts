import { type ClientReply, createClient, dataOf, PaddockError } from '@paddock/client';

/** The API at the console's own address. The browser's session cookie is the credential. */
export const api = createClient({ baseUrl: globalThis.location.origin });

/**
 * Routes with the parameter `field` may leave fields out, so all fields of their answers are optional. The console
 * never selects fields, so all of them are there.
 */
type Whole<T> = Required<T>;
const whole = <T>(body: T): Whole<T> => body as Whole<T>;

/** The body of an answer of a route with the parameter `field`. */
export const dataOfWhole = async <T>(call: Promise<ClientReply<T>>): Promise<Whole<T>> => whole(await dataOf(call));

/**
 * Waits for a change whose answer has no body.
 * @throws PaddockError if it was refused
 */
export async function done(call: Promise<ClientReply<unknown>>): Promise<void> {
  const { response, error } = await call;
  if (!response.ok) throw new PaddockError(response, error);
}

export type Page<T> = { items: T[]; total: number };

/** One page of a list, and how many rows the whole list has. */
export async function pageOf<T>(call: Promise<ClientReply<T[]>>): Promise<Page<Whole<T>>> {
  const reply = await call;
  if (!reply.response.ok) throw new PaddockError(reply.response, reply.error);
  const total = Number(reply.response.headers.get('x-result-count') ?? 0);
  return { items: (reply.data ?? []).map(whole), total };
}
