import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { ApiReply } from './replies.ts';
import type { ApiRequest } from './request.ts';

type Asked = Pick<ApiRequest, 'method' | 'header'>;

/** Headers that a page's script may read, beside those that every one may. */
const EXPOSED = ['Link', 'X-Result-Count', 'X-Correlation-Id', 'Retry-After', 'Allow', 'WWW-Authenticate'];
/** Headers that it may send, beside those that every one may. */
const ALLOWED = ['Authorization', 'Content-Type', 'Idempotency-Key', 'X-Correlation-Id', 'X-Impersonated-User-Uuid'];
/** Of what a preflight has found: what changes, changes with a deployment. */
const MAX_AGE_SECONDS = 600;

const isAllowed = (origins: readonly string[], { header }: Asked): boolean => origins.includes(header('origin') ?? '');

/**
 * What a browser asks before it lets a page of another origin send a request with a token. It has no token itself. Undefined where
 * it is no such question, or comes from an origin that is not allowed: that is an OPTIONS as any other.
 * @param allow the methods of the path
 */
export function preflight(origins: readonly string[], request: Asked, allow: string): ApiReply | undefined {
  const isAsked = request.method === 'OPTIONS' && request.header('access-control-request-method') !== undefined;
  if (!isAsked || !isAllowed(origins, request)) return undefined;
  return {
    status: 204,
    headers: {
      'access-control-allow-methods': allow,
      'access-control-allow-headers': ALLOWED.join(', '),
      'access-control-max-age': `${MAX_AGE_SECONDS}`,
    },
  };
}

/**
 * An answer that pages of the allowed origins may read: their own origin is named, never `*`, and no cookies are taken. Caches keep
 * answers apart by origin, also those that went to no origin or to another. Without origins nothing is added.
 */
export function withCors(
  origins: readonly string[],
  request: Asked,
  result: APIGatewayProxyStructuredResultV2,
): APIGatewayProxyStructuredResultV2 {
  if (origins.length === 0) return result;
  const vary = [result.headers?.vary, 'Origin'].filter((name) => name !== undefined).join(', ');
  const own = isAllowed(origins, request) && {
    'access-control-allow-origin': request.header('origin') ?? '',
    'access-control-expose-headers': EXPOSED.join(', '),
  };
  return { ...result, headers: { ...result.headers, vary, ...own } };
}
