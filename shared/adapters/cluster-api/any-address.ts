import { BackendUnavailable, OutOfTime } from '../../errors.ts';
import type { JsonClient } from '../json-client.ts';

/** Whether no server answered. An answer with an error is an answer, too. */
const isSilent = (error: unknown): boolean =>
  error instanceof BackendUnavailable && !(error instanceof OutOfTime) && error.details.status === undefined;

/**
 * A client of an API with several addresses. The client first tries the address that answered last. If an address does
 * not answer, the client tries the next address. A request without an answer may still have had its effect. Repeating
 * the request is safe, because all requests here are reads, server-side applies or deletions.
 */
export function anyAddress(clients: readonly JsonClient[]): JsonClient {
  let first = 0;
  return async (call) => {
    const start = first;
    let failure: unknown;
    for (const [index] of clients.entries()) {
      const at = (start + index) % clients.length;
      const client = clients[at];
      if (!client) break;
      try {
        const reply = await client(call);
        first = at;
        return reply;
      } catch (error) {
        if (!isSilent(error)) throw error;
        failure ??= error;
      }
    }
    throw failure;
  };
}
