import { type Connect, connectJson } from '#shared/adapters/json-client';

/** Connections that record each request, as `GET listGroups`. */
export function recordedRequests(): { asked: string[]; connect: Connect } {
  const asked: string[] = [];
  const connect: Connect = (connection) => {
    const call = connectJson(connection);
    return (request) => {
      asked.push(`${request.method} ${request.op}`);
      return call(request);
    };
  };
  return { asked, connect };
}
