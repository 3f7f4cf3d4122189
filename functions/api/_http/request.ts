import { type HttpCall, readCall } from '../../_http/http-call.ts';

export type ApiRequest = Omit<HttpCall, 'body'> & {
  body: string;
  /** Scheme and host for links in the answer. */
  origin: string;
  correlationId: string;
};

const SANE_ID = /^[\w.:-]{8,128}$/;
const HOST = /^[\w.-]+(:\d{1,5})?$|^\[[0-9a-fA-F:]+\](:\d{1,5})?$/;
const firstOf = (list: string | undefined): string => list?.split(',')[0]?.trim() ?? '';

/**
 * Finds the origin for links: the configured address, or else the address at which the gateway was called.
 * `X-Forwarded-Host` is ignored, because a caller could set it to any host, and links in the answer would lead to that
 * host.
 */
function originOf(header: ApiRequest['header'], publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, '');
  const scheme = firstOf(header('x-forwarded-proto')) === 'http' ? 'http' : 'https';
  const host = header('host') ?? '';
  return `${scheme}://${HOST.test(host) ? host : 'localhost'}`;
}

export type Front = { publicUrl?: string | undefined; edgeKey?: string | undefined };

/** Parses the gateway's event. A correlation id from the caller is kept if it can be written to a log. */
export function parseRequest(event: unknown, newId: () => string, { publicUrl, edgeKey }: Front = {}): ApiRequest {
  const call = readCall(event, edgeKey);
  const { header } = call;
  const given = header('x-correlation-id') ?? '';
  return {
    ...call,
    body: call.body.toString('utf8'),
    origin: originOf(header, publicUrl),
    correlationId: SANE_ID.test(given) ? given : newId(),
  };
}

const LOOKS = ['GET', 'HEAD', 'OPTIONS'];

export const isSafeMethod = (method: string): boolean => LOOKS.includes(method);
