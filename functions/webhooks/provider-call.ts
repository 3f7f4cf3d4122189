import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { MalformedBody, UnsupportedMediaType } from '#functions/api/_http/http-errors';
import { mediaTypeOf, readJson } from '#functions/api/_http/negotiate';
import { LOG } from '#shared/contracts/telemetry';
import { NotFound, Unauthenticated } from '#shared/errors';
import type { Ids } from '#shared/ports/runtime';
import type { ContextLogger } from '#shared/runtime/logger';
import { observe, type Telemetry } from '#shared/runtime/telemetry';
import { type HttpCall, readCall } from '../_http/http-call.ts';
import { errorReply } from '../api/_http/error-reply.ts';
import { ContentTooLarge, MethodNotAllowed } from '../api/_http/http-errors.ts';
import type { ApiReply } from '../api/_http/replies.ts';

function textOf(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch (cause) {
    throw new MalformedBody('JSON parse error - not UTF-8', {}, cause);
  }
}

/** The body of a call as JSON. Throws MalformedBody or UnsupportedMediaType. */
export function jsonOf({ header, body }: HttpCall): unknown {
  const mediaType = mediaTypeOf(header('content-type') ?? '');
  if (mediaType !== 'application/json') throw new UnsupportedMediaType(mediaType);
  return readJson(textOf(body));
}

/** Parses `Bearer <provider uuid>.<secret>`. */
export function bearerOf(header: string | undefined): { provider: string; secret: string } {
  const [, provider = '', secret = ''] = /^bearer +([0-9a-f-]{32,36})\.(\S+)$/i.exec(header ?? '') ?? [];
  return { provider, secret };
}

/** The answer to a refused call. An unknown caller gets no reason. */
function refusal({ log }: Telemetry, error: unknown, correlationId: string): ApiReply {
  const reply = errorReply(error, correlationId, log);
  if (error instanceof MethodNotAllowed) return { ...reply, headers: { allow: 'POST' } };
  if (!(error instanceof Unauthenticated)) return reply;
  const headers = { 'www-authenticate': 'Bearer' };
  return error.message === '' ? { status: reply.status, headers } : { ...reply, headers };
}

type Deps = Telemetry & { ids: Pick<Ids, 'uuid'> };
/**
 * A kind of call from a provider's systems. `segment` is its path below `/webhooks/`. `maxBodyBytes` is the maximum
 * size of its body.
 */
type ProviderCall = { segment: string; maxBodyBytes: number };

function assertCalled({ segment, maxBodyBytes }: ProviderCall, { path, method, body }: HttpCall): void {
  if (path.replace(/\/$/, '') !== `/webhooks/${segment}`) throw new NotFound('Not found.');
  if (method !== 'POST') throw new MethodNotAllowed(method);
  if (body.length > maxBodyBytes) throw new ContentTooLarge(maxBodyBytes);
}

/** Makes the handler of one path. `answer` checks the caller before it parses the body. */
export const providerCallHandler =
  <D extends Deps>(
    deps: D,
    to: ProviderCall,
    answer: (deps: D & { log: ContextLogger }, call: HttpCall, correlationId: string) => Promise<ApiReply>,
  ) =>
  async (event: unknown): Promise<APIGatewayProxyStructuredResultV2> => {
    const call = readCall(event);
    const correlationId = deps.ids.uuid();
    const log = deps.log.with({ correlationId });
    const own = { ...deps, log };
    const reply = await observe(deps, `${to.segment} webhook`, { correlationId }, async () => {
      assertCalled(to, call);
      return answer(own, call, correlationId);
    }).catch((error: unknown) => refusal(own, error, correlationId));
    const { method, path } = call;
    log.info(LOG.answered, { method, path, status: reply.status });
    return {
      statusCode: reply.status,
      headers: {
        ...(reply.body !== undefined && { 'content-type': 'application/json' }),
        'x-correlation-id': correlationId,
        ...reply.headers,
      },
      body: reply.body === undefined ? '' : JSON.stringify(reply.body),
    };
  };
