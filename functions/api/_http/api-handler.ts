import { setTimeout as pause } from 'node:timers/promises';
import type { APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { type AuthenticateDeps, recordTokenUse } from '#shared/app/identity/authenticate';
import { badCredentialCounter, type CountBadCredential } from '#shared/app/identity/count-bad-credential';
import type { Link } from '#shared/contracts/rest/_core/listing';
import { assertQuerySize } from '#shared/contracts/rest/_core/query-bounds';
import { LOG } from '#shared/contracts/telemetry';
import { withRequestDeadline } from '#shared/deadline';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import { anonymousActor, callerActor } from '#shared/domain/audit/actor';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertWriteToken } from '#shared/domain/organizations/write-token';
import { NotAllowed, ReadOnlyMode } from '#shared/errors';
import type { Store } from '#shared/ports/store';
import { actingAs } from '#shared/runtime/acting-user';
import { countRefusedCredential, observe, type Telemetry } from '#shared/runtime/telemetry';
import { askerOf, authenticateRequest } from './authenticate.ts';
import { preflight, withCors } from './cors.ts';
import { errorReply } from './error-reply.ts';
import { MethodNotAllowed } from './http-errors.ts';
import { negotiate } from './negotiate.ts';
import { afterCounting, auditRefusal } from './refusals.ts';
import { type ApiReply, noSuchPage } from './replies.ts';
import { type ApiRequest, isSafeMethod, parseRequest } from './request.ts';
import { type Call, type Match, matchRoute, type Route, refusedAction, type Tables } from './router.ts';
import { toResult } from './to-result.ts';

/** Makes the function that builds the absolute URL of an object, such as `<origin>/api/projects/<uuid>/`. */
const linksFrom =
  (origin: string): Link =>
  (collection, uuid, below = '') =>
    `${origin}/api/${collection}/${uuid}/${below}`;

export type HttpDeps = AuthenticateDeps &
  Telemetry & {
    store: Pick<Store, 'audit' | 'badCredentials' | 'apiTokens'>;
    publicUrl?: string | undefined;
    /** The key by which CloudFront proves that a call comes from it. Undefined without CloudFront. */
    edgeKey?: string | undefined;
    site: Pick<SiteSettings, 'corsOrigins'>;
    /**
     * Maximum number of milliseconds for all backend calls of one request together. Default: 10 seconds, because an
     * API function runs for at most 15 seconds.
     */
    backendsMs?: number;
  };
const BACKENDS_MS = 10_000;
export type ApiHandler = (event: unknown, context: Context) => Promise<APIGatewayProxyStructuredResultV2>;

/** The answer to OPTIONS. Waldur also returns `actions`; Paddock does not. */
const describe = (path: string): ApiReply => ({
  status: 200,
  body: {
    name: path.split('/')[2] ?? '',
    description: '',
    renders: ['application/json'],
    parses: ['application/json', 'application/x-www-form-urlencoded'],
  },
});

function runFor(route: Exclude<Route, { open: unknown }>, call: Call): Promise<ApiReply> {
  if (typeof route === 'function') return route(call);
  if (!call.caller.user.isStaff) throw new NotAllowed();
  return route.staff(call);
}

/**
 * Answers a request. Checks the token (401), then the method (405), then whether the caller may call a staff-only route
 * (403). The use case makes all later checks (404, 403, 409, 400). The whole order is in
 * docs/spec/waldur-http.md#order-of-checks.
 */
async function answer(deps: HttpDeps, { route, params }: Match, request: ApiRequest): Promise<ApiReply> {
  const isOpen = typeof route === 'object' && 'open' in route;
  if (!isOpen || route.anyMedia === undefined) negotiate(request);
  assertQuerySize(request.query);
  const known = { request, params, link: linksFrom(request.origin), log: deps.log };
  if (isOpen) return route.open({ ...known, asker: await askerOf(deps, request) });
  const caller = await authenticateRequest(deps, request);
  if (request.method === 'OPTIONS') return describe(request.path);
  if (route === undefined) throw new MethodNotAllowed(request.method);
  const actor = callerActor(caller, { ...request, sourceAddress: request.sourceIp });
  const run = async () => {
    assertScope(caller, request.method);
    return runFor(route, { ...known, caller, asker: async () => caller });
  };
  return besideTokenUse(deps, caller, () => actingAs(actor, () => auditRefusal(deps, request, actor, run)));
}

/** Maximum number of milliseconds that a finished request waits until the token's last use is recorded. */
const TOKEN_USE_MS = 500;

/**
 * Runs the request, and records the last use of the token at the same time. If the recording fails, the failure is only
 * logged.
 */
async function besideTokenUse<T>(deps: HttpDeps, caller: Caller, run: () => Promise<T>): Promise<T> {
  const kept = recordTokenUse(deps, caller).catch((error: unknown) => deps.log.warn(LOG.tokenUseNotKept, { error }));
  try {
    return await run();
  } finally {
    await Promise.race([kept, pause(TOKEN_USE_MS, undefined, { ref: false })]);
  }
}

async function failedReply(
  deps: HttpDeps,
  countBad: CountBadCredential,
  request: ApiRequest,
  failed: unknown,
): Promise<ApiReply> {
  countRefusedCredential(deps.metrics, failed);
  // Waldur's error text for read-only mode names the HTTP method. Use cases do not know the method, so the method is
  // added here.
  const error =
    failed instanceof ReadOnlyMode
      ? new MethodNotAllowed(request.method)
      : await afterCounting(countBad, request, failed, deps);
  return errorReply(error, request.correlationId, deps.log);
}

/** The entry of an API function: finds the route, runs it, and turns failures into answers. */
export function apiHandler(deps: HttpDeps, tables: Tables): ApiHandler {
  const countBad = badCredentialCounter(deps);
  const { backendsMs = BACKENDS_MS } = deps;
  const { corsOrigins } = deps.site;
  return async (event, context) => {
    const request = parseRequest(event, deps.ids.uuid, deps);
    const log = deps.log.with({ correlationId: request.correlationId });
    const match = matchRoute(tables, request.method, request.path);
    const actor = anonymousActor({ ...request, sourceAddress: request.sourceIp });
    const work = async () =>
      match === undefined
        ? (refusedAction(request) ?? noSuchPage)
        : (preflight(corsOrigins, request, match.allow) ?? answer({ ...deps, log }, match, request));
    const remainingMs = () => context.getRemainingTimeInMillis();
    const run = () =>
      withRequestDeadline({ backendsMs, remainingMs }, () => actingAs(actor, work)).catch((failed: unknown) =>
        failedReply({ ...deps, log }, countBad, request, failed),
      );
    const { method, path, correlationId } = request;
    const collection = path.split('/').slice(0, 3).join('/');
    const reply = await observe(deps, `${method} ${collection}`, { path, correlationId }, run);
    const result = withCors(corsOrigins, request, toResult(request, reply, match?.allow));
    log.info(LOG.answered, { method, path, status: result.statusCode });
    return result;
  };
}

/**
 * Refuses a change if the caller's token has the scope `read`. The scope is checked before the object is read. This
 * function does not refuse a GET. If a GET gives access, such as the download of a kubeconfig, its permission rule has
 * the property `opens`. Then `assertPermitted` refuses the token.
 */
function assertScope(caller: Caller, method: string): void {
  if (!isSafeMethod(method)) assertWriteToken(caller);
}
