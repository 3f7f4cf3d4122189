import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { ApiReply } from './replies.ts';
import type { ApiRequest } from './request.ts';

type Asked = Pick<ApiRequest, 'method' | 'header'>;

/** Headers that a script may read, in addition to the headers that browsers always let scripts read. */
const EXPOSED = ['Link', 'X-Result-Count', 'X-Correlation-Id', 'Retry-After', 'Allow', 'WWW-Authenticate'];
/** Headers that a script may send, in addition to the headers that browsers always let scripts send. */
const ALLOWED = ['Authorization', 'Content-Type', 'Idempotency-Key', 'X-Correlation-Id', 'X-Impersonated-User-Uuid'];
/** How long a browser may cache the answer to a preflight. The answer changes only with a deployment. */
const MAX_AGE_SECONDS = 600;

const isAllowed = (origins: readonly string[], { header }: Asked): boolean => origins.includes(header('origin') ?? '');

/**
 * Answers the preflight that a browser sends for a page of another origin. A preflight has no token. Returns undefined
 * for other OPTIONS calls, and for origins that are not allowed.
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
 * Adds headers that let pages of the allowed origins read the answer. The headers name the page's origin, never `*`,
 * and do not allow cookies. `Vary` makes caches keep one answer for each origin. Without configured origins nothing is
 * added.
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
