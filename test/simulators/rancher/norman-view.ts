import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { baseUrlOf } from './steve-collection.ts';
import { visibleViews } from './visible-views.ts';

const anyQuery = z.record(z.string(), z.unknown());

/** What every norman object carries, whatever its kind (rancher-api-facts 3 and 9: never a null annotation, always `links.self`). */
export function normanObject(
  baseUrl: string,
  { type, collection, id, ...rest }: { type: string; collection: string; id: string; [field: string]: unknown },
) {
  const self = `${baseUrl}/v3/${collection}/${id}`;
  return {
    id,
    type,
    baseType: type,
    links: { self, update: self, remove: self },
    actions: {},
    labels: {},
    annotations: {},
    state: 'active',
    transitioning: 'no',
    transitioningMessage: '',
    ...rest,
  };
}

/** Actions as norman lists them: name → address to POST to. */
export function actionLinks(baseUrl: string, path: string, names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, `${baseUrl}/v3/${path}?action=${name}`]));
}

/**
 * A norman list: everything on one page (rancher-api-facts 4). Of the query, the fields named in `filters` select by equality,
 * all of them at once (facts 2); other parameters are norman's own (`limit`, `sort`) or unknown to it, and ignored.
 */
export function normanCollection(
  request: FastifyRequest,
  { resourceType, filters }: { resourceType: string; filters: string[] },
  views: Record<string, unknown>[],
) {
  const query = anyQuery.parse(request.query);
  const self = `${baseUrlOf(request)}/v3/${resourceType}s`;
  const asked = filters.filter((field) => query[field] !== undefined);
  const visible = visibleViews(request, resourceType, views);
  const data = visible.filter((view) => asked.every((field) => String(view[field]) === String(query[field])));
  return {
    type: 'collection',
    links: { self },
    createTypes: { [resourceType]: self },
    actions: {},
    pagination: { limit: 1000, total: data.length },
    resourceType,
    data,
  };
}
