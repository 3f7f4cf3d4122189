import { z } from 'zod';
import { EVENT_TYPES } from '../realm-events.ts';
import { AdminError, notSimulated } from './admin-error.ts';
import { pageOf, type Route } from './admin-request.ts';
import { type Representation, readRepresentation } from './representation.ts';
import { timeOf } from './user-search.ts';

const DEFAULT_EVENTS = 100;
const DAY_MS = 86_400_000;
const RESOURCE_TYPES = ['USER', 'GROUP', 'GROUP_MEMBERSHIP', 'CLIENT', 'REALM'];
const OPERATIONS = ['CREATE', 'UPDATE', 'DELETE', 'ACTION'];

const simulated = z.object({
  /** If absent, recording is off. Each of the other fields keeps its value if absent (measured). */
  eventsEnabled: z.boolean().default(false),
  eventsExpiration: z.number().optional(),
  eventsListeners: z.array(z.string()).optional(),
  enabledEventTypes: z.array(z.string()).optional(),
  adminEventsEnabled: z.boolean().optional(),
  adminEventsDetailsEnabled: z.boolean().optional(),
});
const representation: Representation<typeof simulated.shape> = {
  ...{ kind: 'RealmEventsConfigRepresentation', simulated, kept: {}, fixed: {}, unread: [] },
};

/**
 * Routes for events, which are listed newest first by default. Events are recorded only if the realm's settings say so.
 */
export function eventRoutes(route: Route): void {
  route('GET', '/events/config', ({ realm, caller }) => {
    caller.assertRole(realm, 'view-events');
    return realm.events.config;
  });
  route('PUT', '/events/config', (request, reply) => {
    const { realm, caller } = request;
    caller.assertRole(realm, 'manage-events');
    const { eventsExpiration: _kept, ...change } = readRepresentation(request.body, representation).given;
    const types = change.enabledEventTypes?.length === 0 ? { enabledEventTypes: EVENT_TYPES } : {};
    Object.assign(realm.events.config, change, types);
    return reply.code(204).send();
  });
  route('GET', '/events', ({ realm, caller, query }) => {
    caller.assertRole(realm, 'view-events');
    const types = oneOf(query, 'type', EVENT_TYPES);
    const is = (name: string, value: string) => query.get(name) === null || query.get(name) === value;
    const found = realm.events.user.filter(
      ({ type, userId, clientId, ipAddress }) =>
        types(type) && is('user', userId) && is('client', clientId) && is('ipAddress', ipAddress),
    );
    return inOrder(found, query);
  });
  route('GET', '/admin-events', ({ realm, caller, query }) => {
    caller.assertRole(realm, 'view-events');
    const [operations, resources] = [
      oneOf(query, 'operationTypes', OPERATIONS),
      oneOf(query, 'resourceTypes', RESOURCE_TYPES),
    ];
    const is = (name: string, value: string) => query.get(name) === null || query.get(name) === value;
    // The client of a request is not recorded, so events cannot be selected by it.
    if (query.has('authClient')) throw notSimulated('query parameter authClient');
    const path = pathLike(query.get('resourcePath'));
    const found = realm.events.admin.filter(
      ({ operationType, resourceType, resourcePath, authDetails: by }) =>
        operations(operationType) &&
        resources(resourceType) &&
        path(resourcePath) &&
        is('authUser', by.userId) &&
        is('authRealm', by.realmId) &&
        is('authIpAddress', by.ipAddress),
    );
    return inOrder(found, query);
  });
  route('DELETE', '/events', ({ realm, caller }, reply) => {
    caller.assertRole(realm, 'manage-events');
    realm.events.user.length = 0;
    return reply.code(204).send();
  });
  route('DELETE', '/admin-events', ({ realm, caller }, reply) => {
    caller.assertRole(realm, 'manage-events');
    realm.events.admin.length = 0;
    return reply.code(204).send();
  });
}

/** `*` stands for any part of a path. */
function pathLike(pattern: string | null): (path: string) => boolean {
  if (pattern === null) return () => true;
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return (path) => new RegExp(`^${parts.join('.*')}$`).test(path);
}

/**
 * Selects events by the words of one query parameter. Keycloak does not expect an unknown word in this parameter, so it
 * answers 500 (measured).
 */
function oneOf(query: URLSearchParams, name: string, known: readonly string[]): (value: string) => boolean {
  const wanted = query.getAll(name);
  if (wanted.some((word) => !known.includes(word))) throw new Error(`no ${name}: ${wanted}`);
  return (value) => wanted.length === 0 || wanted.includes(value);
}

function inOrder<T extends { time: number }>(events: T[], query: URLSearchParams): T[] {
  const [since = 0, until = Number.POSITIVE_INFINITY] = [timeOf(query, 'dateFrom'), endOf(query)];
  const direction = query.get('direction') ?? 'desc';
  if (!['asc', 'desc'].includes(direction)) {
    throw new AdminError(400, 'Invalid value for sortDirection, expected value is asc or desc');
  }
  const found = events.filter(({ time }) => time >= since && time <= until).sort((a, b) => a.time - b.time);
  return pageOf(direction === 'asc' ? found : found.reverse(), query, DEFAULT_EVENTS);
}

/** A date without a time includes that whole day. */
function endOf(query: URLSearchParams): number | undefined {
  const time = timeOf(query, 'dateTo');
  return time !== undefined && /^\d{4}-\d\d-\d\d$/.test(query.get('dateTo') ?? '') ? time + DAY_MS : time;
}
