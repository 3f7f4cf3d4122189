import type { FastifyRequest } from 'fastify';
import { type Fields, fieldAt, isFields, withField, withoutField } from '../_core/field-path.ts';
import type { RancherContext } from '../_core/rancher-context.ts';
import { RecentMap } from '../_core/recent-map.ts';
import { uncachedList } from './older-steve-list.ts';
import { cachedList, namespaceOf, type SteveSelection, type SteveView } from './steve-list.ts';
import { mayCreate, visibleSteveViews } from './visible-views.ts';

export const baseUrlOf = (request: FastifyRequest): string => `${request.protocol}://${request.host}`;

export interface SteveCollectionOptions<T> {
  /** The schema's id, in the singular. */
  resourceType: string;
  /**
   * The objects of the list. If they are a `RecentMap` and the release has the SQL cache, the list shows older
   * contents. The delay is `cacheLag` times `pace`, in milliseconds.
   */
  objects: ReadonlyMap<string, T> | Iterable<T>;
  /** An object as steve shows it: `id`, `metadata` and so on. */
  view: (object: T) => SteveView;
  select?: (object: T) => boolean;
  canCreate?: boolean;
  /** The project of a namespace, for `projectsornamespaces`. */
  projectOf?: (namespace: string) => string | undefined;
}

/** The types whose objects have no `_id`. For all other types, the SQL cache repeats the id in `_id`. */
const WITHOUT_OWN_ID = ['provisioning.cattle.io.cluster', 'cluster.x-k8s.io.machine'];

/**
 * Builds a steve list at `…/v1/<collection>` or `…/v1/<collection>/<namespace>`. The query selects, sorts and pages the
 * objects, as in the simulated release of Rancher.
 */
export function steveCollection<T>(
  request: FastifyRequest,
  { release, delays }: Pick<RancherContext, 'release' | 'delays'>,
  { resourceType, objects, view, canCreate = mayCreate(request, resourceType), ...more }: SteveCollectionOptions<T>,
) {
  const { select = () => true, projectOf = () => undefined } = more;
  const { self, root, namespace, query } = placeOf(request);
  const lag = release.hasSqlCache ? delays.cacheLag * delays.pace : 0;
  const known = visibleSteveViews(request, resourceType, objectsOf(objects, lag).filter(select).map(view));
  const views = known.filter((one) => namespace === '' || namespaceOf(one) === namespace);
  const listing = { query, resourceType, views, projectOf };
  const { data, count, summary, pages, next } = release.hasSqlCache ? cachedList(listing) : uncachedList(listing);
  const hasOwnId = release.hasSqlCache && !WITHOUT_OWN_ID.includes(resourceType);
  const revision = revisionOf(known, objects, resourceType);
  return {
    ...{ type: 'collection', links: { self }, ...(canCreate && { createTypes: { [resourceType]: root } }) },
    ...{ actions: {}, resourceType },
    ...pagination({ next, query, self }),
    ...(revision > 0 && { revision: String(revision) }),
    ...(next !== undefined && { continue: next }),
    ...(pages !== undefined && { pages }),
    ...(count > 0 && { count }),
    data: data.map((one) => shaped(request, hasOwnId ? { _id: one.id, ...one } : one)),
    ...(summary && { summary }),
  };
}

/** Reads a path such as `/v1/secrets/team?page=2`, also below `/k8s/clusters/<id>`. */
function placeOf(request: FastifyRequest) {
  const { pathname, searchParams: query } = new URL(request.url, baseUrlOf(request));
  const [, root = pathname, namespace = ''] = /^(.*?\/v1\/[^/]+)(?:\/([^/]+))?\/?$/.exec(pathname) ?? [];
  const self = `${baseUrlOf(request)}${pathname.replace(/\/$/, '')}`;
  return { self, root: `${baseUrlOf(request)}${root}`, namespace: namespace || (query.get('namespace') ?? ''), query };
}

const isMap = <T>(objects: ReadonlyMap<string, T> | Iterable<T>): objects is ReadonlyMap<string, T> =>
  objects instanceof Map;

function objectsOf<T>(objects: ReadonlyMap<string, T> | Iterable<T>, lag: number): T[] {
  if (objects instanceof RecentMap) return [...objects.ago(lag).values()];
  return isMap(objects) ? [...objects.values()] : [...objects];
}

const revisions = new WeakMap<object, Map<string, number>>();

/** The newest resource version in any list of this type so far. 0 if there never was an object. */
function revisionOf(views: SteveView[], of: object, resourceType: string): number {
  const byType = revisions.get(of) ?? new Map<string, number>();
  const seen = views.map((one) => Number(fieldAt(one, ['metadata', 'resourceVersion']) ?? 0));
  const newest = Math.max(byType.get(resourceType) ?? 0, ...seen);
  revisions.set(of, byType.set(resourceType, newest));
  return newest;
}

function pagination({ next, query, self }: { next: SteveSelection['next']; query: URLSearchParams; self: string }) {
  if (next === undefined && !query.get('continue')) return {};
  const further = new URLSearchParams(query);
  if (next !== undefined) further.set('continue', next);
  further.sort();
  return { pagination: { first: self, ...(next !== undefined && { next: `${self}?${further}` }), partial: true } };
}

/** Steve's own fields, which `include` and `exclude` cannot touch. */
const OWN = ['id', 'type', 'links', 'actions'];

/** Applies `include`, `exclude` and `excludeValues` of the query to an object. */
export function shaped(request: FastifyRequest, view: SteveView): SteveView {
  const { searchParams: query } = new URL(request.url, baseUrlOf(request));
  const paths = (name: string) => query.getAll(name).map((path) => path.split('.'));
  const own = Object.fromEntries(Object.entries(view).filter(([field]) => OWN.includes(field)));
  let rest: Fields = Object.fromEntries(Object.entries(view).filter(([field]) => !OWN.includes(field)));
  if (query.has('include')) {
    const whole = rest;
    rest = {};
    for (const path of paths('include')) {
      const value = fieldAt(whole, path);
      if (value !== undefined) rest = withField(rest, path, value);
    }
  }
  for (const path of paths('exclude')) rest = withoutField(rest, path);
  for (const path of paths('excludeValues')) {
    const value = fieldAt(rest, path);
    if (isFields(value)) rest = withField(rest, path, Object.fromEntries(Object.keys(value).map((key) => [key, ''])));
  }
  return { ...own, ...rest };
}
