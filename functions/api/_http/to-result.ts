import { gunzipSync } from 'node:zlib';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { ApiReply } from './replies.ts';
import type { ApiRequest } from './request.ts';

/** A file travels compressed to whoever takes it so: it must stay below the 6 MB of a function's answer. */
function fileResult({ gzipped, type }: NonNullable<ApiReply['file']>, acceptEncoding: string) {
  const asItIs = /\bgzip\b/.test(acceptEncoding);
  return {
    headers: { 'content-type': type, vary: 'accept-encoding', ...(asItIs && { 'content-encoding': 'gzip' }) },
    body: (asItIs ? gzipped : gunzipSync(gzipped)).toString('base64'),
    isBase64Encoded: true,
  };
}

function textResult({ body, html }: ApiReply) {
  const text = html ?? (body === undefined ? '' : JSON.stringify(body));
  const type = html === undefined ? 'application/json' : 'text/html; charset=utf-8';
  return { headers: text === '' ? {} : { 'content-type': type }, body: text };
}

/** The reply as the gateway wants it. A HEAD has the headers of its GET and no body. */
export function toResult(
  { method, correlationId, header }: ApiRequest,
  reply: ApiReply,
  allow?: string,
): APIGatewayProxyStructuredResultV2 {
  const rendered = reply.file ? fileResult(reply.file, header('accept-encoding') ?? '') : textResult(reply);
  return {
    ...rendered,
    statusCode: reply.status,
    headers: {
      ...rendered.headers,
      ...(allow !== undefined && { allow }),
      'x-correlation-id': correlationId,
      ...reply.headers,
    },
    ...(reply.cookies && { cookies: reply.cookies }),
    ...(method === 'HEAD' && { body: '' }),
  };
}
