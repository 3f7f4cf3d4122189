import { getVisible } from '#shared/app/_core/get-visible';
import { eventGroupsView, eventListing, eventView, viewEvent } from '#shared/contracts/rest/audit/events';
import { EVENT_GROUPS } from '#shared/domain/_core/event-type';
import { type AuditEvent, placeOfEvent } from '#shared/domain/audit/audit-event';
import { type Caller, canSee, visibilityOf } from '#shared/domain/organizations/caller';
import type { PageRequest, Store } from '#shared/ports/store';
import { listReply } from '../_http/lists/list-reply.ts';
import { ok } from '../_http/replies.ts';
import type { Routes } from '../_http/router.ts';
import { readEventQuery } from './event-query.ts';

type Deps = { store: Pick<Store, 'audit'> };

/** An event of a place is for users who see the place; other events are for staff and support. */
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
