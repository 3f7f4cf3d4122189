import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { z } from 'zod';
import { type Connect, connectJson } from '#shared/adapters/json-client';
import { type ConnectAdmin, connectAdmin } from '#shared/adapters/keycloak/admin-client';

const created = z.object({ request: z.object({ method: z.string() }) });

/** Connections that record the name of each request, for example `GET listGroups`. */
export function recordedRequests(): { asked: string[]; connect: Connect; connectKeycloak: ConnectAdmin } {
  const asked: string[] = [];
  const connect: Connect = (connection) => {
    const call = connectJson(connection);
    return (request) => {
      asked.push(`${request.method} ${request.op}`);
      return call(request);
    };
  };
  // Keycloak's client library sends its own requests, so they are counted when undici sends them.
  const calls = new AsyncLocalStorage<string>();
  subscribe('undici:request:create', (sent) => {
    const op = calls.getStore();
    if (op !== undefined) asked.push(`${created.parse(sent).request.method} ${op}`);
  });
  const connectKeycloak: ConnectAdmin = (connection) => {
    const call = connectAdmin(connection);
    return (request) => calls.run(request.op, () => call(request));
  };
  return { asked, connect, connectKeycloak };
}
