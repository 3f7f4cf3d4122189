import type { ApiFunction, SEGMENTS_OF } from '#shared/contracts/rest/_core/collections';
import type { Link } from '#shared/contracts/rest/_core/listing';
import { REFUSED_ACTIONS } from '#shared/contracts/rest/_core/refused-actions';
import { parseUuid } from '#shared/domain/_core/identifier';
import type { Caller } from '#shared/domain/organizations/caller';
import type { ContextLogger } from '#shared/runtime/logger';
import type { ApiReply } from './replies.ts';
import type { ApiRequest } from './request.ts';

export type Params = Readonly<Record<string, string>>;
/** What every route gets from the call, with or without a caller. */
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
/** All routes of a function, as the route table requires. A missing or an extra segment does not compile. */
export type TablesOf<F extends ApiFunction> = Readonly<Record<(typeof SEGMENTS_OF)[F][number], Routes>>;

type Entry = { method: string; segments: string[]; route: Route };
/** The route of a path. `route` is undefined when the path has routes, but none for this method. */
export type Match = { route: Route | undefined; params: Params; allow: string };

const split = (path: string): string[] => path.split('/').filter(Boolean);
const isParam = (segment: string): boolean => segment.startsWith('{');

function read(routes: Routes): Entry[] {
  return Object.entries(routes).map(([key, route]) => {
    const [method = '', path = ''] = key.split(' ');
    return { method, segments: split(path), route };
  });
}

function fits(entry: Entry, segments: readonly string[]): boolean {
  return (
    entry.segments.length === segments.length &&
    entry.segments.every((segment, index) => isParam(segment) || segment === segments[index])
  );
}

/**
 * How many segments of a route are fixed text. If several routes match, the one with the most such segments is taken:
 * `me` before `{uuid}`.
 */
const exactness = (entry: Entry): number => entry.segments.filter((segment) => !isParam(segment)).length;

function paramsOf(entry: Entry, segments: readonly string[]): Params {
  return Object.fromEntries(
    entry.segments.flatMap((segment, index) =>
      isParam(segment) ? [[segment.slice(1, -1), segments[index] ?? '']] : [],
    ),
  );
}

/** The methods of a path. HEAD is answered like GET, and the handler itself answers OPTIONS. */
function allowOf(entries: readonly Entry[]): string {
  const methods = new Set(entries.map((entry) => entry.method));
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods, 'OPTIONS'].join(', ');
}

/** Finds the route of a path (`/api/<segment>/…`, trailing slash optional). Returns undefined for an unknown path. */
export function matchRoute(tables: Tables, method: string, path: string): Match | undefined {
  const [root, segment = '', ...segments] = split(path);
  const routes = root === 'api' && Object.hasOwn(tables, segment) ? tables[segment] : undefined;
  const fitting = read(routes ?? {}).filter((entry) => fits(entry, segments));
  const best = Math.max(...fitting.map(exactness));
  const entries = fitting.filter((entry) => exactness(entry) === best);
  const first = entries[0];
  if (first === undefined) return undefined;
  const found = entries.find((entry) => entry.method === (method === 'HEAD' ? 'GET' : method));
  return { route: found?.route, params: paramsOf(found ?? first, segments), allow: allowOf(entries) };
}

/**
 * The dependencies of several functions that make routes, as one type. Each function has its dependencies as first
 * parameter.
 */
export type DepsOf<Makers extends readonly unknown[]> = Makers extends readonly [infer First, ...infer Rest]
  ? (First extends (deps: infer Deps, ...more: never) => unknown ? Deps : never) & DepsOf<Rest>
  : unknown;

const refusals = new Map(
  Object.entries(REFUSED_ACTIONS).map(([segment, actions]) => [segment, new Map(Object.entries(actions))]),
);

/**
 * Answers a call of an action that Waldur has and Paddock does not have. The answer names the replacement. The object
 * is not read.
 */
export function refusedAction({ method, path }: { method: string; path: string }): ApiReply | undefined {
  const [root, segment = '', uuid = '', action = '', ...more] = path.split('/').filter(Boolean);
  if (method !== 'POST' || root !== 'api' || more.length > 0 || parseUuid(uuid) === undefined) return undefined;
  const detail = refusals.get(segment)?.get(action);
  return detail === undefined ? undefined : { status: 404, body: { detail } };
}
