import type { Uuid } from '#shared/domain/_core/identifier';
import type { ActivityEvent } from '#shared/domain/audit/activity-event';
import type { Actor } from '../domain/audit/actor.ts';
import type { AuditEvent } from '../domain/audit/audit-event.ts';
import type { Page, PageRequest, Scope } from './repository.ts';

/** Returns the actor of the current call. */
export type CurrentActor = () => Actor;

/** Which events to list. `createdFrom` and `createdTo` belong to the period, as in Waldur. */
export type EventQuery = Scope & {
  clusterUuid?: Uuid;
  createdFrom?: string;
  createdTo?: string;
  /** Lists only events that have at least one of these types. */
  eventTypes?: readonly string[];
  oldestFirst?: boolean;
};

/** The audit events. No code changes or removes an event. DynamoDB removes each event when it expires. */
export interface AuditRepository {
  find(uuid: Uuid): Promise<AuditEvent | undefined>;
  /**
   * Lists events, newest first by default. Events are read first and then filtered by `matches` and by their types,
   * until the page is full. The total is exact if one page of the database has all events, and otherwise a lower bound.
   */
  list(query: EventQuery, page: PageRequest, matches?: (event: AuditEvent) => boolean): Promise<Page<AuditEvent>>;
  /** Appends an event that belongs to no change of a record. `Store.commit` writes the events of changes. */
  append(event: AuditEvent): Promise<void>;
  /** Appends an activity event with the current actor. */
  recordActivity(activity: ActivityEvent): Promise<void>;
}
