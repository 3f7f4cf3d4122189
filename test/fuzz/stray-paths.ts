import fc from 'fast-check';
import { Agent } from 'undici';

/** Pieces of paths that match no route of the gateway or only resemble a route. */
const pieces = fc.oneof(
  fc.constantFrom(
    'api',
    'API',
    'users',
    'rancher-clusters',
    'sign-in',
    'webhooks',
    'docs',
    'openapi.json',
    '0'.repeat(32),
  ),
  fc.constantFrom(
    '',
    '.',
    '..',
    '%2e%2e',
    '%2F',
    '%00',
    '%0d%0aset-cookie:x',
    '%E2%80%AE',
    '%zz',
    '*',
    '{uuid}',
    '__proto__',
    'constructor',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }).map((text) => encodeURIComponent(text.toWellFormed())),
);
const agent = new Agent();
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
const requests = fc.record({
  method: fc.constantFrom(...METHODS),
  path: fc.array(pieces, { maxLength: 6 }).map((parts) => `/${parts.join('/')}`),
  query: fc.oneof(
    fc.constant(''),
    fc.webQueryParameters().map((text) => `?${text}`),
  ),
  body: fc.option(fc.json(), { nil: undefined }),
  isSignedIn: fc.boolean(),
});
type Stray = Parameters<Parameters<typeof requests.map>[0]>[0];

/** The problems in the answer to a request. The path is sent unchanged, which `fetch` would not do. */
async function wrongIn(
  api: string,
  token: string,
  { method, path, query, body, isSignedIn }: Stray,
): Promise<string[]> {
  const answer = await agent.request({
    ...{ origin: new URL(api).origin, path: path + query, method },
    headers: {
      ...(isSignedIn && { authorization: `Token ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body !== undefined && method !== 'GET' && method !== 'HEAD' ? body : null,
    signal: AbortSignal.timeout(35_000),
  });
  const text = await answer.body.text();
  return [
    ...(answer.statusCode >= 500 ? [`answered ${answer.statusCode}: ${text.slice(0, 200)}`] : []),
    ...(answer.headers['set-cookie'] !== undefined ? ['sets a cookie'] : []),
    ...(text.includes(token) ? ['shows the token'] : []),
  ];
}

/**
 * Requests paths that are not in the OpenAPI document, for this many seconds. Most of the requests reach the function
 * for paths without a route.
 */
export async function tryStrayPaths(api: string, token: string, seconds: number) {
  const endsMs = performance.now() + seconds * 1000;
  const found = new Set<string>();
  const seed = Date.now() % 2 ** 31;
  let tried = 0;
  for (const stray of fc.sample(requests, { seed, numRuns: 100_000 })) {
    if (performance.now() > endsMs) break;
    tried += 1;
    for (const wrong of await wrongIn(api, token, stray))
      found.add(`${stray.method} ${stray.path}${stray.query} ${wrong}`);
  }
  return { seed, tried, found: [...found] };
}
