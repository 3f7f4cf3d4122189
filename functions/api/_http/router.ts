import type { ApiFunction, SEGMENTS_OF } from '#shared/contracts/rest/_core/collections';
import type { Link } from '#shared/contracts/rest/_core/link';
import type { Caller } from '#shared/domain/organizations/caller';
import type { ContextLogger } from '#shared/runtime/logger';
import type { ApiReply } from './replies.ts';
import type { ApiRequest } from './request.ts';

export type Params = Readonly<Record<string, string>>;
/** What every route knows of the call, whoever makes it. */
export type OpenCall = {
  request: ApiRequest;
  params: Params;
  link: Link;
  log: ContextLogger;
  /** Who asks an open route, where that matters; nobody, if there is no token, or a browser's session that is over. */
  asker: () => Promise<Caller | undefined>;
};
export type Call = OpenCall & { caller: Caller };

/**
 * `staff` is refused before the object is looked at (403 even for an unknown one: docs/spec/waldur-http.md#order-of-checks);
 * `open` answers anonymous callers too, with `anyMedia` whatever they say they accept.
 */
export type Route =
  | ((call: Call) => Promise<ApiReply>)
  | { staff: (call: Call) => Promise<ApiReply> }
  | { open: (call: OpenCall) => Promise<ApiReply>; anyMedia?: true };
/** `'GET /': …`, `'POST /{uuid}/terminate/': …`, below `/api/<resource>`. */
export type Routes = Readonly<Record<string, Route>>;
/** Routes by the segment below `/api/`. */
export type Tables = Readonly<Record<string, Routes>>;
/** All that a function answers, as the route table says: one segment too few or too many does not compile. */
export type TablesOf<F extends ApiFunction> = Readonly<Record<(typeof SEGMENTS_OF)[F][number], Routes>>;

type Entry = { method: string; segments: string[]; route: Route };
/** `route` is undefined when the path is known and the method is not. */
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

/** `me` is more exact than `{uuid}`. */
const exactness = (entry: Entry): number => entry.segments.filter((segment) => !isParam(segment)).length;

function paramsOf(entry: Entry, segments: readonly string[]): Params {
  return Object.fromEntries(
    entry.segments.flatMap((segment, index) =>
      isParam(segment) ? [[segment.slice(1, -1), segments[index] ?? '']] : [],
    ),
  );
}

/** HEAD is answered as GET, OPTIONS by the handler. */
function allowOf(entries: readonly Entry[]): string {
  const methods = new Set(entries.map((entry) => entry.method));
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods, 'OPTIONS'].join(', ');
}

/** Finds the route of a path (`/api/<segment>/…`, trailing slash optional); undefined when no route has such a path. */
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

/** What several makers of routes need together: all that each of them takes first. */
export type DepsOf<Makers extends readonly unknown[]> = Makers extends readonly [infer First, ...infer Rest]
  ? (First extends (deps: infer Deps, ...more: never) => unknown ? Deps : never) & DepsOf<Rest>
  : unknown;
