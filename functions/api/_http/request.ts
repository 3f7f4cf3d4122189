import { type HttpCall, readCall } from '../../_http/http-call.ts';

export type ApiRequest = Omit<HttpCall, 'body'> & {
  body: string;
  /** Scheme and host that links in the reply start with. */
  origin: string;
  correlationId: string;
};

const SANE_ID = /^[\w.:-]{8,128}$/;
const HOST = /^[\w.-]+(:\d{1,5})?$|^\[[0-9a-fA-F:]+\](:\d{1,5})?$/;
const firstOf = (list: string | undefined): string => list?.split(',')[0]?.trim() ?? '';

/**
 * The configured address, or else the one that the gateway was called by. `X-Forwarded-Host` is not read: each caller can
 * send it, and links that others follow would lead where he wants.
 */
function originOf(header: ApiRequest['header'], publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, '');
  const scheme = firstOf(header('x-forwarded-proto')) === 'http' ? 'http' : 'https';
  const host = header('host') ?? '';
  return `${scheme}://${HOST.test(host) ? host : 'localhost'}`;
}

/** Reads the gateway's event. A caller's own correlation id is kept when it is fit for a log line. */
export function readRequest(event: unknown, newId: () => string, publicUrl?: string): ApiRequest {
  const call = readCall(event);
  const { header } = call;
  const given = header('x-correlation-id') ?? '';
  return {
    ...call,
    body: call.body.toString('utf8'),
    origin: originOf(header, publicUrl),
    correlationId: SANE_ID.test(given) ? given : newId(),
  };
}
