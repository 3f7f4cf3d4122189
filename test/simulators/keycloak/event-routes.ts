import { z } from 'zod';
import { AdminError } from './admin-error.ts';
import { pageOf, type Route, readBody } from './admin-request.ts';
import { EVENT_TYPES } from './realm-events.ts';

const DEFAULT_EVENTS = 100;
const RESOURCE_TYPES = ['USER', 'GROUP', 'GROUP_MEMBERSHIP', 'CLIENT', 'REALM'];
const OPERATIONS = ['CREATE', 'UPDATE', 'DELETE', 'ACTION'];

const configBody = z.strictObject({
  /** What is not said is off; of the others it stays as it is (measured). */
  eventsEnabled: z.boolean().default(false),
  eventsExpiration: z.number().optional(),
  enabledEventTypes: z.array(z.string()).optional(),
  adminEventsEnabled: z.boolean().optional(),
  adminEventsDetailsEnabled: z.boolean().optional(),
});

/** What has happened, newest first unless asked otherwise; recorded from when the realm's settings say so. */
export function eventRoutes(route: Route): void {
  route('GET', '/events/config', ({ realm, caller }) => {
    caller.demand(realm, 'view-events');
    return realm.events.config;
  });
  route('PUT', '/events/config', (request, reply) => {
    const { realm, caller } = request;
    caller.demand(realm, 'manage-events');
    const { eventsExpiration: _kept, ...change } = readBody(request, configBody, 'RealmEventsConfigRepresentation');
    const types = change.enabledEventTypes?.length === 0 ? { enabledEventTypes: EVENT_TYPES } : {};
    Object.assign(realm.events.config, change, types);
    return reply.code(204).send();
  });
  route('GET', '/events', ({ realm, caller, query }) => {
    caller.demand(realm, 'view-events');
    const types = oneOf(query, 'type', EVENT_TYPES);
    const user = query.get('user');
    const found = realm.events.user.filter((it) => types(it.type) && (user === null || it.userId === user));
    return inOrder(found, query);
  });
  route('GET', '/admin-events', ({ realm, caller, query }) => {
    caller.demand(realm, 'view-events');
    const [operations, resources] = [
      oneOf(query, 'operationTypes', OPERATIONS),
      oneOf(query, 'resourceTypes', RESOURCE_TYPES),
    ];
    return inOrder(
      realm.events.admin.filter((it) => operations(it.operationType) && resources(it.resourceType)),
      query,
    );
  });
}

/** A word that is none of them is nothing that Keycloak has thought of: 500 (measured). */
function oneOf(query: URLSearchParams, name: string, known: readonly string[]): (value: string) => boolean {
  const wanted = query.getAll(name);
  if (wanted.some((word) => !known.includes(word))) throw new Error(`no ${name}: ${wanted}`);
  return (value) => wanted.length === 0 || wanted.includes(value);
}

function inOrder<T extends { time: number }>(events: T[], query: URLSearchParams): T[] {
  const since = sinceOf(query.get('dateFrom'));
  const direction = query.get('direction') ?? 'desc';
  if (!['asc', 'desc'].includes(direction)) {
    throw new AdminError(400, 'Invalid value for sortDirection, expected value is asc or desc');
  }
  const found = events.filter(({ time }) => time >= since).sort((a, b) => a.time - b.time);
  return pageOf(direction === 'asc' ? found : found.reverse(), query, DEFAULT_EVENTS);
}

function sinceOf(text: string | null): number {
  if (text === null) return 0;
  const time = /^\d+$/.test(text) ? Number(text) : Date.parse(text);
  if (!Number.isNaN(time)) return time;
  throw new AdminError(400, "Invalid value for 'dateFrom', expected format is yyyy-MM-dd or an Epoch timestamp");
}
