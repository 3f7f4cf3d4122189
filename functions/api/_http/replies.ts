import type { z } from 'zod';
import { pullReply } from '#shared/contracts/rest/_core/operation';

export type ApiReply = {
  status: number;
  body?: unknown;
  html?: string;
  /** A file of the function's bundle, to send as the body. */
  file?: { type: string; gzipped: Buffer };
  headers?: Record<string, string>;
  /** Each cookie becomes a `Set-Cookie` header. */
  cookies?: string[];
};

/**
 * An answer with a body. The body is parsed by its schema, so a field that the schema does not declare is never sent.
 */
export function ok<T>(
  schema: z.ZodType<T>,
  body: z.input<z.ZodType<T>>,
  headers: Record<string, string> = {},
): ApiReply {
  return { status: 200, body: schema.parse(body), headers };
}

/** The answer 201. It has the header `Location` when the object has a URL. */
export function created<T>(schema: z.ZodType<T>, body: unknown): ApiReply {
  const parsed = schema.parse(body);
  const url = typeof parsed === 'object' && parsed !== null && 'url' in parsed ? parsed.url : undefined;
  return { status: 201, body: parsed, headers: typeof url === 'string' ? { location: url } : {} };
}

/** Waldur answers approvals with 200 and no body. */
export const done: ApiReply = { status: 200 };
/** Waldur answers deletions of nodes with 202 and no body. */
export const accepted: ApiReply = { status: 202 };
export const pulled: ApiReply = { status: pullReply.status, body: pullReply.replyExample };
export const noContent: ApiReply = { status: 204 };
const WHERE_TO_GO =
  '<p>Read <a href="/api/docs/">what can be asked</a>. With a token, <a href="/api/">/api/</a> lists every collection.</p>';
const page = (title: string): string => `<!doctype html><title>${title}</title><h1>${title}</h1>${WHERE_TO_GO}`;
export const noSuchPage: ApiReply = { status: 404, html: page('Not Found') };
export const frontPage: ApiReply = { status: 200, html: page('Paddock') };
