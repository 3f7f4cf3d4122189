import { BackendUnavailable, OutOfTime } from '../../errors.ts';
import type { JsonClient } from '../json-client.ts';

/** Whether nobody answered. A server that answers with an error has been reached. */
const isSilent = (error: unknown): boolean =>
  error instanceof BackendUnavailable && !(error instanceof OutOfTime) && error.details.status === undefined;

/**
 * A client of an API with several addresses. If one does not answer, it tries the next one, and it begins with the
 * one that answered last. A request without an answer may have had its effect. All requests here can be made twice:
 * reads, server-side applies and deletions.
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
