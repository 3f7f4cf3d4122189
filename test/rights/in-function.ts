import { channel } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import type { ClientRequest } from 'node:http';
import { type AwsCall, type AwsRequest, callsOf, UNKNOWN } from './aws-request.ts';

/** The uuid of a secret or an execution makes no difference to a policy, so `NIL` replaces it. */
const UUID = /[0-9a-f]{32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const NIL = '0'.repeat(32);
const SIGNED = 'AWS4-HMAC-SHA256';

/**
 * Writes the AWS calls of this process into `file`, each distinct call only once. A call is written before its request
 * is sent, so that a killed process loses no call. Several processes of a function write into one file.
 */
export function recordAwsCalls(file: string): void {
  const known = new Set<string>();
  const note = ({ action, resource }: AwsCall): void => {
    const line = JSON.stringify({ action, resource: resource.replaceAll(UUID, NIL) });
    if (known.has(line)) return;
    known.add(line);
    appendFileSync(file, `${line}\n`);
  };
  channel('http.client.request.created').subscribe((message) => {
    const { request } = message as { request: ClientRequest };
    if (!String(request.getHeader('authorization')).startsWith(SIGNED)) return;
    const end = request.end.bind(request);
    // The SDK passes the whole body of a request to `end`.
    request.end = (body?: unknown, ...rest: unknown[]) => {
      for (const call of calls(described(request, body))) note(call);
      return Reflect.apply(end, request, [body, ...rest]);
    };
  });
}

/** A request that cannot be read counts as unknown. It must not make the function fail. */
function calls(request: AwsRequest): AwsCall[] {
  try {
    return callsOf(request);
  } catch {
    return [{ action: UNKNOWN, resource: `${request.target ?? request.path}: it could not be read` }];
  }
}

function described(request: ClientRequest, body: unknown): AwsRequest {
  const target = request.getHeader('x-amz-target');
  const text = typeof body === 'string' || body instanceof Uint8Array ? Buffer.from(body).toString() : '';
  return { target: target?.toString(), method: request.method, path: request.path, body: text };
}
