import { type ClientReply, createClient, dataOf, PaddockError } from '@paddock/client';

/** A client of the API, which has the same origin as the console. The browser's session cookie is the credential. */
export const api = createClient({ baseUrl: globalThis.location.origin });

/**
 * Routes with the parameter `field` may leave fields out, so the types of their answers have only optional fields. The
 * console never uses `field`, so all fields are present.
 */
type Whole<T> = Required<T>;
const whole = <T>(body: T): Whole<T> => body as Whole<T>;

/** Returns the body of an answer, for routes with the parameter `field`. */
export const dataOfWhole = async <T>(call: Promise<ClientReply<T>>): Promise<Whole<T>> => whole(await dataOf(call));

/**
 * Waits for a change whose answer has no body.
 * @throws PaddockError if the API refuses the change
 */
export async function done(call: Promise<ClientReply<unknown>>): Promise<void> {
  const { response, error } = await call;
  if (!response.ok) throw new PaddockError(response, error);
}

export type Page<T> = { items: T[]; total: number };

/** Returns one page of a list, and the number of rows in the whole list. */
export async function pageOf<T>(call: Promise<ClientReply<T[]>>): Promise<Page<Whole<T>>> {
  const reply = await call;
  if (!reply.response.ok) throw new PaddockError(reply.response, reply.error);
  const total = Number(reply.response.headers.get('x-result-count') ?? 0);
  return { items: (reply.data ?? []).map(whole), total };
}
