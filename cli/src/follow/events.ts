import { dataOf, PaddockError, type SelectedClusterEvent } from '@paddock/client';
import type { Session } from '../config/session.ts';
import { ifPresent } from '../find/read-parts.ts';

export type ClusterEvent = Required<SelectedClusterEvent>;
/** Returns the events since the previous call. */
export type NewEvents = () => Promise<ClusterEvent[]>;

const EVENTS_PER_PAGE = 200;

/**
 * Returns a function that reads new events of a cluster. It skips the first `known` events and returns each event once.
 */
export function eventsSince(session: Session, uuid: string, known = 0): NewEvents {
  let read = known;
  return async () => {
    const events = await eventsAfter(session, uuid, read);
    read += events.length;
    return events;
  };
}

/** Returns a function that reads only events from now on. */
export async function eventsFromNow(session: Session, uuid: string): Promise<NewEvents> {
  const { response, error } = await session.api.GET('/api/rancher-clusters/{uuid}/events/', {
    params: { path: { uuid }, query: { page_size: 1 } },
  });
  if (!response.ok) throw new PaddockError(response, error);
  return eventsSince(session, uuid, Number(response.headers.get('x-result-count') ?? 0));
}

/**
 * Reads the events after the first `known` events. The list is sorted oldest first, so `known` is the position of the
 * next event.
 */
export async function eventsAfter({ api }: Session, uuid: string, known: number): Promise<ClusterEvent[]> {
  const found: ClusterEvent[] = [];
  for (;;) {
    const page = Math.floor((known + found.length) / EVENTS_PER_PAGE) + 1;
    const query = { page, page_size: EVENTS_PER_PAGE };
    const rows = await ifPresent(
      dataOf(api.GET('/api/rancher-clusters/{uuid}/events/', { params: { path: { uuid }, query } })),
    );
    const fresh = (rows ?? []).slice((known + found.length) % EVENTS_PER_PAGE).filter(isEvent);
    found.push(...fresh);
    if ((rows?.length ?? 0) < EVENTS_PER_PAGE || fresh.length === 0) return found;
  }
}

const isEvent = (row: Partial<ClusterEvent>): row is ClusterEvent => row.created !== undefined;
