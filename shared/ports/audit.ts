import type { Uuid } from '#shared/domain/_core/identifier';
import type { ActivityEvent } from '#shared/domain/audit/activity-event';
import type { Actor } from '../domain/audit/actor.ts';
import type { AuditEvent } from '../domain/audit/audit-event.ts';
import type { Page, PageRequest, Scope } from './repository.ts';

/** The actor of the current call. */
export type CurrentActor = () => Actor;

/** Which events to list. Both instants are included, as in Waldur. */
export type EventQuery = Scope & {
  clusterUuid?: Uuid;
  createdFrom?: string;
  createdTo?: string;
  /** Events that have at least one of these types. */
  eventTypes?: readonly string[];
  oldestFirst?: boolean;
};

/** The record of changes. Nobody changes or removes an event; DynamoDB removes it when it expires. */
export interface AuditRepository {
  find(uuid: Uuid): Promise<AuditEvent | undefined>;
  /**
   * Newest first by default. The total is exact within one page of the database, and a lower bound beyond it. `matches`
   * and types filter what the query reads, until the page is full.
   */
  list(query: EventQuery, page: PageRequest, matches?: (event: AuditEvent) => boolean): Promise<Page<AuditEvent>>;
  /** Appends an event that changed no record. `Store.commit` writes all others. */
  append(event: AuditEvent): Promise<void>;
  /** Appends an activity event in the name of the current actor. */
  recordActivity(activity: ActivityEvent): Promise<void>;
}
