import type { FastifyRequest } from 'fastify';
import { askedOf, callerOf } from '../identity/caller.ts';
import { clusterInPath } from '../norman/norman-door.ts';
import { pluralOf } from '../norman/norman-types.ts';
import { projectPlace } from '../roles/rights.ts';

/** Norman lists that already contain only the caller's own objects. */
const OWN = ['token', 'preference'];

/** Types whose lists are already limited to what the caller may see. */
export const FILTERED_BY_THEMSELVES = [
  'management.cattle.io.setting',
  'ext.cattle.io.token',
  'ext.cattle.io.kubeconfig',
];

type View = Record<string, unknown>;
const textAt = (view: View, field: string): string => (typeof view[field] === 'string' ? view[field] : '');

/** The objects of a norman list that the caller may see, judged by each object's cluster or project. */
export function visibleViews<T extends View>(request: FastifyRequest, resourceType: string, views: T[]): T[] {
  const caller = callerOf(request);
  const resource = pluralOf(resourceType).toLowerCase();
  if (OWN.includes(resourceType)) return views;
  return views.filter((view) => {
    const [name, projectId] = [textAt(view, 'id'), textAt(view, 'projectId')];
    const clusterId = textAt(view, 'clusterId') || clusterInPath(request);
    const place = projectId ? projectPlace(projectId) : clusterId ? { clusterId } : {};
    return caller.may('list', { ...askedOf(resource, name), ...place });
  });
}

/**
 * Like `visibleViews`, for a steve list of Rancher itself. Lists inside a cluster are returned unchanged, because the
 * cluster decides about access.
 */
export function visibleSteveViews<T extends View>(request: FastifyRequest, type: string, views: T[]): T[] {
  if (!isOfRancher(request) || FILTERED_BY_THEMSELVES.includes(type)) return views;
  const caller = callerOf(request);
  return views.filter((view) => caller.mayOfSteve('list', `${type}s`, textAt(view, 'id')));
}

export function mayCreate(request: FastifyRequest, type: string): boolean {
  if (type.startsWith('ext.cattle.io.')) return true;
  return !isOfRancher(request) || callerOf(request).mayOfSteve('create', `${type}s`, '');
}

const isOfRancher = ({ url }: FastifyRequest): boolean => url.startsWith('/v1/');
