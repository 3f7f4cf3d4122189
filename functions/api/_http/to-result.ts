import { gunzipSync, gzipSync } from 'node:zlib';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { ApiReply } from './replies.ts';
import type { ApiRequest } from './request.ts';

/** Sends a file, compressed if the caller accepts gzip. */
function fileResult({ gzipped, type }: NonNullable<ApiReply['file']>, acceptEncoding: string) {
  const asItIs = /\bgzip\b/.test(acceptEncoding);
  return {
    headers: { 'content-type': type, vary: 'accept-encoding', ...(asItIs && { 'content-encoding': 'gzip' }) },
    body: (asItIs ? gzipped : gunzipSync(gzipped)).toString('base64'),
    isBase64Encoded: true,
  };
}

/**
 * Maximum size of a body. Lambda limits an answer to 6 MB of JSON. In this JSON the body is a string with escapes. Some
 * space is left for headers.
 */
const MAX_BYTES = 6 * 1024 * 1024 - 64 * 1024;
/**
 * Whether a body is too large after Lambda has escaped it. An escaped character has at most three bytes. So a body with
 * fewer characters than a third of the limit is never too large.
 */
const isTooLarge = (text: string): boolean =>
  text.length > MAX_BYTES || (text.length > MAX_BYTES / 3 && Buffer.byteLength(JSON.stringify(text)) > MAX_BYTES);
/** Maximum size of a body before compression. Compressing more would take more memory than the function has. */
const MAX_COMPRESSED = 8 * MAX_BYTES;

const TOO_LARGE =
  'The answer is larger than 6 MB: accept gzip or, for a list, use a smaller page_size or select fields (field=).';

function textResult({ body, html }: ApiReply, acceptEncoding: string) {
  const text = html ?? (body === undefined ? '' : JSON.stringify(body));
  const type = html === undefined ? 'application/json' : 'text/html; charset=utf-8';
  if (!isTooLarge(text)) return { headers: text === '' ? {} : { 'content-type': type }, body: text };
  const isZipped = /\bgzip\b/.test(acceptEncoding) && text.length <= MAX_COMPRESSED;
  const zipped = isZipped ? gzipSync(text).toString('base64') : undefined;
  if (zipped === undefined || zipped.length > MAX_BYTES) {
    const headers = { 'content-type': 'application/json' };
    return { headers, body: JSON.stringify({ detail: TOO_LARGE }), statusCode: 413 };
  }
  const headers = { 'content-type': type, vary: 'accept-encoding', 'content-encoding': 'gzip' };
  return { headers, body: zipped, isBase64Encoded: true };
}

/**
 * Headers of every answer. An answer may contain secrets of the caller, so caches must not keep it. A route may replace
 * these headers.
 */
const GUARDED = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
/** Makes browsers call this host over TLS only, for a year. Browsers ignore it in an answer without TLS. */
export const HSTS = { 'strict-transport-security': 'max-age=31536000' };

/** The answer in the format that the gateway expects. HEAD has the headers of GET but no body. */
export function toResult(
  { method, correlationId, header, origin }: ApiRequest,
  reply: ApiReply,
  allow?: string,
): APIGatewayProxyStructuredResultV2 {
  const encodings = header('accept-encoding') ?? '';
  const rendered = reply.file ? fileResult(reply.file, encodings) : textResult(reply, encodings);
  return {
    statusCode: reply.status,
    ...rendered,
    headers: {
      ...rendered.headers,
      ...(allow !== undefined && { allow }),
      'x-correlation-id': correlationId,
      ...GUARDED,
      ...(origin.startsWith('https:') && HSTS),
      ...reply.headers,
    },
    ...(reply.cookies && { cookies: reply.cookies }),
    ...(method === 'HEAD' && { body: '' }),
  };
}
