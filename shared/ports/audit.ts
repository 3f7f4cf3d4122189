import type { Uuid } from '#shared/domain/_core/identifier';
import type { ActivityEvent } from '#shared/domain/audit/activity-event';
import type { Actor } from '../domain/audit/actor.ts';
import type { AuditEvent } from '../domain/audit/audit-event.ts';
import type { Page, PageRequest, Scope } from './repository.ts';

/** Returns who makes the current call: a user or a job. */
export type CurrentActor = () => Actor;

/** Which events to list. As in Waldur, an event at the time `createdFrom` or `createdTo` itself is listed, too. */
export type EventQuery = Scope & {
  clusterUuid?: Uuid;
  createdFrom?: string;
  createdTo?: string;
  /** An event is listed if it has at least one of these types. */
  eventTypes?: readonly string[];
  oldestFirst?: boolean;
};

/** Audit events. No code changes or deletes them. DynamoDB deletes each event when it expires. */
export interface AuditRepository {
  find(uuid: Uuid): Promise<AuditEvent | undefined>;
  /**
   * Lists events, newest first by default. The database cannot filter by `matches` or by type, so events are read and
   * then filtered until the page is full. The total is exact if one page of the database has all events. Otherwise it
   * is a lower bound.
   */
  list(query: EventQuery, page: PageRequest, matches?: (event: AuditEvent) => boolean): Promise<Page<AuditEvent>>;
  /**
   * Adds an event that is not about a change of a record. `Store.commit` writes the events about changes of records.
   */
  append(event: AuditEvent): Promise<void>;
  /** Adds an activity event. Its actor is the user or job that makes the current call. */
  recordActivity(activity: ActivityEvent): Promise<void>;
}
