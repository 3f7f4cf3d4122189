import type { Link } from '#shared/contracts/rest/_core/listing';
import type { RestResource } from '#shared/contracts/rest/_core/operation';
import { REFUSED_ACTIONS } from '#shared/contracts/rest/_core/refused-actions';
import { parseUuid } from '#shared/domain/_core/identifier';
import { mapValues } from '#shared/domain/_core/values/keyed-values';
import type { Caller } from '#shared/domain/organizations/caller';
import type { ContextLogger } from '#shared/runtime/logger';
import type { ApiReply } from './replies.ts';
import type { ApiRequest } from './request.ts';

export type Params = Readonly<Record<string, string>>;
/** The parts of a call that exist even when the caller is anonymous. */
export type OpenCall = {
  request: ApiRequest;
  params: Params;
  link: Link;
  log: ContextLogger;
  /**
   * Finds the caller of an open route. Returns undefined if the call has no token or the browser's session has expired.
   */
  asker: () => Promise<Caller | undefined>;
};
export type Call = OpenCall & { caller: Caller };

/**
 * A route. Only staff may call a `staff` route. Other users get 403 before the object is read, even for an object that
 * does not exist (docs/spec/waldur-http.md#order-of-checks). Anonymous callers may call an `open` route; with
 * `anyMedia` the header `Accept` is ignored.
 */
export type Route =
  | ((call: Call) => Promise<ApiReply>)
  | { staff: (call: Call) => Promise<ApiReply> }
  | { open: (call: OpenCall) => Promise<ApiReply>; anyMedia?: true };
/** Routes by method and path below `/api/<resource>`: `'GET /'`, `'POST /{uuid}/terminate/'`. */
export type Routes = Readonly<Record<string, Route>>;
/** Tables of routes by the path segment below `/api/`. */
export type Tables = Readonly<Record<string, Routes>>;
/**
 * The resources of the API that one Lambda function answers, by the path segment below `/api/`. `routes` makes the
 * routes of a resource from the dependencies that these routes need.
 */
export type ResourceTable<Segment extends string, Deps = never> = Readonly<
  Record<Segment, readonly [resource: RestResource, routes: (deps: Deps) => Routes]>
>;

/** Makes all routes of a table. A missing dependency is a compile error. */
export const makeRoutes = <Deps>(deps: Deps, table: ResourceTable<string, Deps>): Tables =>
  mapValues(table, ([, routes]) => routes(deps));

type Entry<R = Route> = { method: string; segments: string[]; route: R };
/** A path that has routes. `route` is undefined when the path has no route for the request's method. */
export type Match<R = Route> = { route: R | undefined; params: Params; allow: string };

const split = (path: string): string[] => path.split('/').filter(Boolean);
const isParam = (segment: string): boolean => segment.startsWith('{');

function read<R>(routes: Readonly<Record<string, R>>): Entry<R>[] {
  return Object.entries(routes).map(([key, route]) => {
    const [method = '', path = ''] = key.split(' ');
    return { method, segments: split(path), route };
  });
}

function fits(entry: Entry<unknown>, segments: readonly string[]): boolean {
  return (
    entry.segments.length === segments.length &&
    entry.segments.every((segment, index) => isParam(segment) || segment === segments[index])
  );
}

/**
 * Counts the segments of a route that are not parameters. If several routes match, the route with the highest count is
 * taken: `/me/` before `/{uuid}/`.
 */
const exactness = (entry: Entry<unknown>): number => entry.segments.filter((segment) => !isParam(segment)).length;

function paramsOf(entry: Entry<unknown>, segments: readonly string[]): Params {
  return Object.fromEntries(
    entry.segments.flatMap((segment, index) =>
      isParam(segment) ? [[segment.slice(1, -1), segments[index] ?? '']] : [],
    ),
  );
}

/**
 * The methods for the header `Allow`. HEAD and OPTIONS are added, because routes do not declare them: HEAD is answered
 * like GET, and the handler itself answers OPTIONS.
 */
function allowOf(entries: readonly Entry<unknown>[]): string {
  const methods = new Set(entries.map((entry) => entry.method));
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods, 'OPTIONS'].join(', ');
}

/** Finds the route of a path (`/api/<segment>/…`, trailing slash optional). Returns undefined for an unknown path. */
export function matchRoute(tables: Tables, method: string, path: string): Match | undefined {
  const [root, segment = '', ...segments] = split(path);
  const routes = root === 'api' && Object.hasOwn(tables, segment) ? tables[segment] : undefined;
  return matchSegments(routes ?? {}, method, segments);
}

/** Finds the route that matches the segments of a path. Returns undefined if no route matches. */
export function matchSegments<R>(
  routes: Readonly<Record<string, R>>,
  method: string,
  segments: readonly string[],
): Match<R> | undefined {
  const fitting = read(routes).filter((entry) => fits(entry, segments));
  const best = Math.max(...fitting.map(exactness));
  const entries = fitting.filter((entry) => exactness(entry) === best);
  const first = entries[0];
  if (first === undefined) return undefined;
  const found = entries.find((entry) => entry.method === (method === 'HEAD' ? 'GET' : method));
  return { route: found?.route, params: paramsOf(found ?? first, segments), allow: allowOf(entries) };
}

const refusals = new Map(
  Object.entries(REFUSED_ACTIONS).map(([segment, actions]) => [segment, new Map(Object.entries(actions))]),
);

/** Answers 404 to an action that Waldur has and Paddock lacks. The text names what to use instead. */
export function refusedAction({ method, path }: { method: string; path: string }): ApiReply | undefined {
  const [root, segment = '', uuid = '', action = '', ...more] = path.split('/').filter(Boolean);
  if (method !== 'POST' || root !== 'api' || more.length > 0 || parseUuid(uuid) === undefined) return undefined;
  const detail = refusals.get(segment)?.get(action);
  return detail === undefined ? undefined : { status: 404, body: { detail } };
}
