import { z } from 'zod';
import { getVisible } from '#shared/app/_core/get-visible';
import { MAX_QUERY_VALUES } from '#shared/contracts/rest/_core/query-bounds';
import { eventGroupsView, eventListing, eventView, viewEvent } from '#shared/contracts/rest/audit/events';
import { EVENT_GROUPS, EVENT_TYPES } from '#shared/domain/_core/event-type';
import { parseReference } from '#shared/domain/_core/identifier';
import { type AuditEvent, concernsObject, placeOfEvent } from '#shared/domain/audit/audit-event';
import { type Caller, canSee, visibilityOf } from '#shared/domain/organizations/caller';
import { Invalid } from '#shared/errors';
import type { EventQuery } from '#shared/ports/audit';
import type { PageRequest, Store } from '#shared/ports/store';
import { badChoice, readFilters, readInstant } from '../_http/lists/filters.ts';
import { listReply } from '../_http/lists/list-reply.ts';
import { ok } from '../_http/replies.ts';
import type { Routes } from '../_http/router.ts';

type Deps = { store: Pick<Store, 'audit'> };

/**
 * Whether the caller sees the event. Users see events of the customers and projects that they see; other events are for
 * staff and support.
 */
function isVisible(caller: Caller, event: AuditEvent): boolean {
  const place = placeOfEvent(event);
  return visibilityOf(caller) === 'all' || (place !== undefined && canSee(caller, place));
}

export const eventsRoutes = ({ store }: Deps): Routes => ({
  'GET /': (call) => {
    const { matches, ...asked } = readEventQuery(call.request.query);
    const query = { visibility: visibilityOf(call.caller), ...asked };
    return listReply(call, (page: PageRequest) => store.audit.list(query, page, matches), eventListing);
  },
  'GET /event_groups/': async () => ok(eventGroupsView, EVENT_GROUPS),
  'GET /{uuid}/': async ({ params, caller }) => {
    const event = await getVisible(store.audit, 'Event', params.uuid ?? '', (found) => isVisible(caller, found));
    return ok(eventView, viewEvent(event));
  },
});

/**
 * Scopes for which the store has a list of events. For any other scope, all events that the caller sees are read and
 * then filtered.
 */
const LISTS = { customers: 'customerUuid', projects: 'projectUuid', 'rancher-clusters': 'clusterUuid' } as const;
const listed = z.enum(['customers', 'projects', 'rancher-clusters']);

type Wanted = Omit<EventQuery, 'visibility'> & { matches?: (event: AuditEvent) => boolean };

function scopeOf(query: URLSearchParams): { concerning?: string; list?: (typeof LISTS)[keyof typeof LISTS] } {
  const text = query.get('scope') || undefined;
  if (text === undefined) return {};
  const concerning = parseReference(text);
  if (concerning === undefined) throw new Invalid({ scope: [`Can't restore object from url: ${text}`] });
  const collection = listed.safeParse(text.split(/[?#]/)[0]?.split('/').filter(Boolean).at(-2));
  return { concerning, ...(collection.success && { list: LISTS[collection.data] }) };
}

function choices(query: URLSearchParams, name: string, known: readonly string[]): string[] {
  const asked = query.getAll(name).filter((value) => value !== '');
  const bad = asked.find((value) => !known.includes(value));
  if (bad !== undefined) throw new Invalid({ [name]: [badChoice(bad)] });
  return asked;
}

/**
 * The event types that the query asks for. If the query names both types and groups, only the named types that are in a
 * named group remain, as in Waldur. Undefined means all types.
 */
function typesOf(query: URLSearchParams): string[] | undefined {
  const types = choices(query, 'event_type', EVENT_TYPES);
  const groups = choices(query, 'feature', Object.keys(EVENT_GROUPS));
  if (groups.length === 0) return types.length > 0 ? types : undefined;
  const grouped = [...new Set(groups.flatMap((group) => EVENT_GROUPS[group] ?? []))];
  return types.length > 0 ? grouped.filter((type) => types.includes(type)) : grouped;
}

/**
 * Parses the query of a list of events. `matches` applies the filters that the store's lists cannot apply. Throws
 * Invalid for a wrong query.
 */
function readEventQuery(query: URLSearchParams): Wanted {
  const { concerning, list } = scopeOf(query);
  const { matches, ...within } = readFilters({ request: { query } }, eventListing.filters);
  const eventTypes = typesOf(query);
  const isFew = eventTypes === undefined || eventTypes.length <= MAX_QUERY_VALUES;
  const types = new Set(eventTypes);
  const isNarrowed = list !== undefined && !(list in within);
  const all = [
    ...(matches ? [matches] : []),
    // The types of many groups would be too many values for one expression of the database.
    ...(isFew ? [] : [(event: AuditEvent) => event.eventTypes.some((type) => types.has(type))]),
    ...(concerning !== undefined && !isNarrowed ? [(event: AuditEvent) => concernsObject(event, concerning)] : []),
  ];
  const [createdFrom, createdTo] = [readInstant(query, 'created_from'), readInstant(query, 'created_to')];
  const [order = '-created'] = choices(query, 'o', ['created', '-created']);
  return {
    ...within,
    ...(isNarrowed && { [list]: concerning }),
    ...(createdFrom && { createdFrom }),
    ...(createdTo && { createdTo }),
    ...(eventTypes && isFew && { eventTypes }),
    ...(order === 'created' && { oldestFirst: true }),
    ...(all.length > 0 && { matches: (event: AuditEvent) => all.every((fits) => fits(event)) }),
  };
}
