import { z } from 'zod';

/** The parts of an HTTP API event (payload 2.0) that are read; `rawQueryString` because the parsed one joins repeats by comma. */
const httpEvent = z.object({
  rawPath: z.string(),
  rawQueryString: z.string().default(''),
  headers: z.record(z.string(), z.string().optional()).default({}),
  body: z.string().nullish(),
  isBase64Encoded: z.boolean().default(false),
  requestContext: z.object({ http: z.object({ method: z.string() }) }),
});

export type ApiRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  header(name: string): string | undefined;
  body: string;
  /** Scheme and host that links in the reply start with. */
  origin: string;
  correlationId: string;
};

const SANE_ID = /^[\w.:-]{8,128}$/;
const HOST = /^[\w.-]+(:\d{1,5})?$|^\[[0-9a-fA-F:]+\](:\d{1,5})?$/;
const firstOf = (list: string | undefined): string => list?.split(',')[0]?.trim() ?? '';

/** A proxy in front says how it was called; without one the configured address holds, then the Host header. */
function originOf(header: ApiRequest['header'], publicUrl: string | undefined): string {
  const scheme = firstOf(header('x-forwarded-proto')) === 'http' ? 'http' : 'https';
  const forwarded = firstOf(header('x-forwarded-host'));
  if (HOST.test(forwarded)) return `${scheme}://${forwarded}`;
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, '');
  const host = header('host') ?? '';
  return `${scheme}://${HOST.test(host) ? host : 'localhost'}`;
}

/** Reads the gateway's event. A caller's own correlation id is kept when it is fit for a log line. */
export function readRequest(event: unknown, newId: () => string, publicUrl?: string): ApiRequest {
  const { rawPath, rawQueryString, headers, body, isBase64Encoded, requestContext } = httpEvent.parse(event);
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const header = (name: string) => byName.get(name);
  const given = header('x-correlation-id') ?? '';
  return {
    method: requestContext.http.method.toUpperCase(),
    path: rawPath,
    query: new URLSearchParams(rawQueryString),
    header,
    body: isBase64Encoded ? Buffer.from(body ?? '', 'base64').toString('utf8') : (body ?? ''),
    origin: originOf(header, publicUrl),
    correlationId: SANE_ID.test(given) ? given : newId(),
  };
}
