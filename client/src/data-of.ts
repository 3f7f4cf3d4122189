import { PaddockError } from './paddock-error.ts';

/** What a call of the client returns. */
export type ClientReply<T> = { data?: T; error?: unknown; response: Response };

/**
 * Returns the data of an answer with a status of 2xx.
 * @throws PaddockError for any other answer
 */
export async function dataOf<T>(call: Promise<ClientReply<T>>): Promise<T> {
  const reply = await call;
  if (isDone(reply)) return reply.data;
  throw new PaddockError(reply.response, reply.error);
}

const isDone = <T>(reply: ClientReply<T>): reply is ClientReply<T> & { data: T } => reply.response.ok;
