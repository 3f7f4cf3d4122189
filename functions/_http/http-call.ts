import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { z } from 'zod';
import { EDGE_KEY_HEADER, VIEWER_HEADER } from '#shared/contracts/edge-headers';

/**
 * The fields of an HTTP API event (payload 2.0) that functions use. Functions parse `rawQueryString` themselves: in the
 * gateway's own parsed query, the values of a repeated parameter are joined with commas. The gateway encodes binary
 * bodies in base64.
 */
const httpEvent = z.object({
  rawPath: z.string(),
  rawQueryString: z.string().default(''),
  headers: z.record(z.string(), z.string().optional()).default({}),
  /** Each cookie as `name=value`. Undefined when the gateway leaves the cookies in the header `Cookie`. */
  cookies: z.array(z.string()).optional(),
  body: z.string().nullish(),
  isBase64Encoded: z.boolean().default(false),
  requestContext: z.object({ http: z.object({ method: z.string(), sourceIp: z.string().optional() }) }),
});

export type HttpCall = {
  method: string;
  path: string;
  query: URLSearchParams;
  header(name: string): string | undefined;
  cookie(name: string): string | undefined;
  /**
   * The IP address of the caller. It is the address of the connection, as the gateway sees it. For a call from
   * CloudFront, it is the address that CloudFront sees. A header of anybody else cannot change it.
   */
  sourceIp: string | undefined;
  /** The raw bytes of the body. Signatures are computed over them. */
  body: Buffer;
};

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The viewer's address, if the call proves that it comes from CloudFront. */
function viewerOf(header: HttpCall['header'], edgeKey: string | undefined): string | undefined {
  const given = header(EDGE_KEY_HEADER);
  if (!edgeKey || given === undefined || !timingSafeEqual(sha256(given), sha256(edgeKey))) return undefined;
  const viewer = header(VIEWER_HEADER) ?? '';
  return isIP(viewer) === 0 ? undefined : viewer;
}

export function readCall(event: unknown, edgeKey?: string): HttpCall {
  const { rawPath, rawQueryString, headers, cookies, body, isBase64Encoded, requestContext } = httpEvent.parse(event);
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const crumbs = cookies ?? (byName.get('cookie') ?? '').split(';').map((crumb) => crumb.trim());
  const header: HttpCall['header'] = (name) => byName.get(name);
  return {
    method: requestContext.http.method.toUpperCase(),
    path: rawPath,
    query: new URLSearchParams(rawQueryString),
    header,
    cookie: (name) => crumbs.find((crumb) => crumb.startsWith(`${name}=`))?.slice(name.length + 1),
    sourceIp: viewerOf(header, edgeKey) ?? requestContext.http.sourceIp,
    body: Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8'),
  };
}
