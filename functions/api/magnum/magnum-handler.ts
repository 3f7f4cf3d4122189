import { type MagnumCallerDeps, magnumCaller, magnumCloud } from '#shared/app/cluster-api/magnum/magnum-caller';
import { badCredentialCounter } from '#shared/app/identity/count-bad-credential';
import { magnumRoot } from '#shared/contracts/magnum/links';
import { parseMicroversion, versionHeaders } from '#shared/contracts/magnum/microversion';
import { versionDocument, versionsDocument } from '#shared/contracts/magnum/version-documents';
import { assertFilterTexts, assertQuerySize } from '#shared/contracts/rest/_core/query-bounds';
import { LOG } from '#shared/contracts/telemetry';
import { withRequestDeadline } from '#shared/deadline';
import { anonymousActor, callerActor } from '#shared/domain/audit/actor';
import { NotAllowed, NotFound } from '#shared/errors';
import type { Store } from '#shared/ports/store';
import { actingAs } from '#shared/runtime/acting-user';
import { observe, type Telemetry } from '#shared/runtime/telemetry';
import type { ApiHandler } from '../_http/api-handler.ts';
import { MethodNotAllowed } from '../_http/http-errors.ts';
import { afterCounting, auditRefusal } from '../_http/refusals.ts';
import type { ApiReply } from '../_http/replies.ts';
import { type ApiRequest, isSafeMethod, parseRequest } from '../_http/request.ts';
import { matchSegments } from '../_http/router.ts';
import { toResult } from '../_http/to-result.ts';
import type { MagnumCall, MagnumRoutes } from './magnum-call.ts';
import { magnumErrorReply, noSuchVersion } from './magnum-error-reply.ts';

export type MagnumDeps = Telemetry &
  MagnumCallerDeps & {
    store: MagnumCallerDeps['store'] & Pick<Store, 'audit' | 'badCredentials'>;
    publicUrl?: string | undefined;
    /** The key by which CloudFront proves that a call comes from it. Undefined without CloudFront. */
    edgeKey?: string | undefined;
  };

/**
 * Maximum number of milliseconds for all backend calls of one request together. The function runs for at most 15
 * seconds.
 */
const BACKENDS_MS = 10_000;
/** Splits `/magnum/{cloud}/v1/clusters` into the cloud and the segments after the cloud (`v1`, `clusters`). */
const split = (path: string): [cloud: string, below: string[]] => {
  const [, cloud = '', ...below] = path.split('/').filter(Boolean);
  return [cloud, below];
};
const READER = 'The role reader may only read.';

/** Runs a route on behalf of the token's user. */
async function answerRoute(
  deps: MagnumDeps,
  routes: MagnumRoutes,
  request: ApiRequest,
  minor: number,
): Promise<ApiReply> {
  const [cloudText, [, ...segments]] = split(request.path);
  const cloud = await magnumCloud(deps, cloudText);
  const who = await magnumCaller(deps, cloud, request.header('x-auth-token'));
  const match = matchSegments(routes, request.method, segments);
  if (match === undefined || minor < (match.route?.since ?? 0)) throw new NotFound('The resource could not be found.');
  const { route, params } = match;
  if (route === undefined) throw new MethodNotAllowed(request.method);
  assertQuerySize(request.query);
  assertFilterTexts(request.query);
  const actor = callerActor(who.caller, { ...request, sourceAddress: request.sourceIp });
  const call: MagnumCall = { ...who, request, params, minor, root: magnumRoot(request.origin, cloud.uuid) };
  const run = async () => {
    if (who.role === 'reader' && !isSafeMethod(request.method)) throw new NotAllowed(READER);
    return route.run(call);
  };
  return actingAs(actor, () => auditRefusal(deps, request, actor, run));
}

/**
 * Answers a call. The documents that list API versions need no token, so that clients can find out which versions
 * exist.
 */
async function answer(deps: MagnumDeps, routes: MagnumRoutes, request: ApiRequest): Promise<ApiReply> {
  const [cloud, below] = split(request.path);
  const root = magnumRoot(request.origin, cloud);
  const isRead = isSafeMethod(request.method);
  if (cloud !== '' && below.length === 0 && isRead) return { status: 200, body: versionsDocument(root) };
  if (below[0] !== 'v1') throw new NotFound('The resource could not be found.');
  const minor = parseMicroversion(request.header('openstack-api-version'));
  if (minor === undefined) return noSuchVersion(request.correlationId);
  if (below.length === 1 && isRead) return { status: 200, body: versionDocument(root) };
  return answerRoute(deps, routes, request, minor);
}

/** The entry of the function for Magnum's API: finds the caller and the route, and answers in Magnum's format. */
export function magnumHandler(deps: MagnumDeps, routes: MagnumRoutes): ApiHandler {
  const countBad = badCredentialCounter(deps);
  return async (event, context) => {
    const request = parseRequest(event, deps.ids.uuid, deps);
    const { method, path, correlationId } = request;
    const log = deps.log.with({ correlationId });
    const own = { ...deps, log };
    const actor = anonymousActor({ ...request, sourceAddress: request.sourceIp });
    const remainingMs = () => context.getRemainingTimeInMillis();
    const run = () =>
      withRequestDeadline({ backendsMs: BACKENDS_MS, remainingMs }, () =>
        actingAs(actor, () => answer(own, routes, request)),
      ).catch(async (failed: unknown) =>
        magnumErrorReply(await afterCounting(countBad, request, failed, own), correlationId, log),
      );
    const reply = await observe(deps, `${method} /magnum`, { path, correlationId }, run);
    const isRefused = reply.status === 406;
    const asked = isRefused ? undefined : parseMicroversion(request.header('openstack-api-version'));
    const headers = { ...versionHeaders(asked), 'x-openstack-request-id': `req-${correlationId}`, ...reply.headers };
    const result = toResult(request, { ...reply, headers });
    log.info(LOG.answered, { method, path, status: result.statusCode });
    return result;
  };
}
