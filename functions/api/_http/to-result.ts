import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { ApiReply } from './replies.ts';
import type { ApiRequest } from './request.ts';

/** The reply as the gateway wants it. A HEAD has the headers of its GET and no body. */
export function toResult(
  { method, correlationId }: ApiRequest,
  { status, body, html, headers }: ApiReply,
  allow?: string,
): APIGatewayProxyStructuredResultV2 {
  const text = html ?? (body === undefined ? '' : JSON.stringify(body));
  return {
    statusCode: status,
    headers: {
      ...(text !== '' && { 'content-type': html === undefined ? 'application/json' : 'text/html; charset=utf-8' }),
      ...(allow !== undefined && { allow }),
      'x-correlation-id': correlationId,
      ...headers,
    },
    body: method === 'HEAD' ? '' : text,
  };
}
