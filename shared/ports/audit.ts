import type { Uuid } from '#shared/domain/_core/identifier';
import type { ActivityEvent } from '#shared/domain/audit/activity-event';
import type { Actor } from '../domain/audit/actor.ts';
import type { AuditEvent } from '../domain/audit/audit-event.ts';
import type { Page, PageRequest, Scope } from './repository.ts';

/** On whose behalf what happens now happens. */
export type CurrentActor = () => Actor;

/** What events are asked for; instants are included, as in Waldur. */
export type EventQuery = Scope & {
  clusterUuid?: Uuid;
  createdFrom?: string;
  createdTo?: string;
  /** Those that have one of these among their types. */
  eventTypes?: readonly string[];
  oldestFirst?: boolean;
};

/** What was changed, by whom. Nobody changes or removes an event; DynamoDB does, when its time is over. */
export interface AuditRepository {
  find(uuid: Uuid): Promise<AuditEvent | undefined>;
  /**
   * Newest first, unless it is asked for otherwise. The total is exact as far as one page of the database goes, and at least that
   * much beyond. `matches`, and types, are looked for in what the query covers until the page is full.
   */
  list(query: EventQuery, page: PageRequest, matches?: (event: AuditEvent) => boolean): Promise<Page<AuditEvent>>;
  /** Of what changed nothing; all others are written by `Store.commit`. */
  append(event: AuditEvent): Promise<void>;
  /** The same, of a thing that the current actor has used. */
  tell(happening: ActivityEvent): Promise<void>;
}
