import { channel } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { AwsCall } from './invocation.ts';

export type CallWatch = {
  /** Called before a request is sent. If the result is a promise, the request waits for the promise. */
  onSend(operation: string): Promise<void> | undefined;
  /** Called when AWS has answered. If the result is true, the answer is never delivered. */
  onAnswer(operation: string): boolean;
  /** Calls of the running invocation. Undefined if no invocation is running. */
  calls(): AwsCall[] | undefined;
};

const nowMs = () => performance.timeOrigin + performance.now();

/**
 * Watches this process's calls to AWS. SDK clients with a JSON protocol send the names of the service and the operation
 * in the header `x-amz-target`. Requests without this header are ignored.
 */
export function watchAwsCalls(watch: CallWatch): void {
  channel('http.client.request.created').subscribe((message) => {
    const { request } = message as { request: ClientRequest };
    const target = request.getHeader('x-amz-target');
    if (typeof target === 'string') watchRequest(watch, request, target);
  });
}

function watchRequest(watch: CallWatch, request: ClientRequest, target: string): void {
  const calls = watch.calls();
  if (calls === undefined) return;
  const [service = '', operation = ''] = target.split('.');
  const call: AwsCall = {
    service: service.replace(/_\d+$/, ''),
    operation,
    startedMs: nowMs(),
    ...{ durationMs: 0, status: 0, requestBytes: 0, replyBytes: 0 },
  };
  calls.push(call);
  passOn(watch, request, call);
  const emit = request.emit.bind(request);
  request.emit = (event: string, ...values: unknown[]) => {
    const [response] = values;
    if (event === 'response') {
      call.status = (response as IncomingMessage).statusCode ?? 0;
      call.durationMs = nowMs() - call.startedMs;
      if (watch.onAnswer(operation)) return true;
      readAlong(response as IncomingMessage, call);
    }
    return emit(event, ...values);
  };
}

/**
 * Intercepts `end`, which the SDK calls with the whole body. Requests to DynamoDB also ask for the consumed capacity.
 * Callers ignore that extra field of the reply.
 */
function passOn(watch: CallWatch, request: ClientRequest, call: AwsCall): void {
  const end = request.end.bind(request);
  request.end = (body?: unknown, ...rest: unknown[]) => {
    const send = () => void Reflect.apply(end, request, [asking(request, body, call), ...rest]);
    const kept = watch.onSend(call.operation);
    if (kept) void kept.then(send);
    else send();
    return request;
  };
}

function asking(request: ClientRequest, body: unknown, call: AwsCall): unknown {
  if (!(typeof body === 'string' || body instanceof Uint8Array)) return body;
  const text = Buffer.from(body).toString();
  call.requestBytes = Buffer.byteLength(text);
  if (call.service !== 'DynamoDB') return body;
  const asked = { ...JSON.parse(text), ReturnConsumedCapacity: 'TOTAL' };
  if (asked.ConsistentRead === true) call.consistentRead = true;
  const sent = JSON.stringify(asked);
  request.setHeader('content-length', Buffer.byteLength(sent));
  return sent;
}

/** Copies the response's chunks as the HTTP parser delivers them. The actual reader of the response is not affected. */
function readAlong(response: IncomingMessage, call: AwsCall): void {
  const chunks: Buffer[] = [];
  const push = response.push.bind(response);
  response.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (chunk instanceof Uint8Array) {
      call.replyBytes += chunk.byteLength;
      if (call.service === 'DynamoDB') chunks.push(Buffer.from(chunk));
    } else if (chunk === null) {
      call.durationMs = nowMs() - call.startedMs;
      const units = capacityOf(Buffer.concat(chunks).toString());
      if (units !== undefined) call.capacityUnits = units;
    }
    return push(chunk, encoding);
  };
}

/** The capacity of one table, or the sum if the reply has an array of tables. An error reply has no capacity. */
function capacityOf(reply: string): number | undefined {
  if (!reply.includes('"ConsumedCapacity"')) return undefined;
  const { ConsumedCapacity: consumed } = JSON.parse(reply) as { ConsumedCapacity: unknown };
  const tables = (Array.isArray(consumed) ? consumed : [consumed]) as { CapacityUnits: number }[];
  return tables.reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0);
}
