import { z } from 'zod';

/** The parts of an HTTP API event (payload 2.0) that are read; bodies that are no JSON or text come in base64. */
const webhookEvent = z.object({
  rawPath: z.string(),
  headers: z.record(z.string(), z.string().optional()).default({}),
  body: z.string().nullish(),
  isBase64Encoded: z.boolean().default(false),
  requestContext: z.object({ http: z.object({ method: z.string() }) }),
});

export type WebhookCall = {
  method: string;
  path: string;
  header(name: string): string | undefined;
  /** As it was sent, byte by byte: a signature is over these. */
  body: Buffer;
};

export function readCall(event: unknown): WebhookCall {
  const { rawPath, headers, body, isBase64Encoded, requestContext } = webhookEvent.parse(event);
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return {
    method: requestContext.http.method.toUpperCase(),
    path: rawPath,
    header: (name) => byName.get(name),
    body: Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8'),
  };
}
