import { z } from 'zod';

/**
 * The parts of an HTTP API event (payload 2.0) that are read; `rawQueryString` because the parsed one joins repeats by comma.
 * Bodies that are no JSON or text come in base64.
 */
const httpEvent = z.object({
  rawPath: z.string(),
  rawQueryString: z.string().default(''),
  headers: z.record(z.string(), z.string().optional()).default({}),
  body: z.string().nullish(),
  isBase64Encoded: z.boolean().default(false),
  requestContext: z.object({ http: z.object({ method: z.string() }) }),
});

export type HttpCall = {
  method: string;
  path: string;
  query: URLSearchParams;
  header(name: string): string | undefined;
  /** As it was sent, byte by byte: a signature is over these. */
  body: Buffer;
};

/** What the gateway was called with. */
export function readCall(event: unknown): HttpCall {
  const { rawPath, rawQueryString, headers, body, isBase64Encoded, requestContext } = httpEvent.parse(event);
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return {
    method: requestContext.http.method.toUpperCase(),
    path: rawPath,
    query: new URLSearchParams(rawQueryString),
    header: (name) => byName.get(name),
    body: Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8'),
  };
}
