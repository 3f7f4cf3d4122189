import { type AuditPlace, type AuditSchema, type Facts, textOf } from '../_core/audit-schema.ts';
import { type EventType, sentenceOf } from '../_core/event-type.ts';
import type { Uuid } from '../_core/identifier.ts';
import type { Actor } from './actor.ts';
import type { AuditChange, AuditEvent } from './audit-event.ts';
import { auditSchemaOf, rankOf } from './audit-schemas.ts';
import { fieldChanges } from './field-changes.ts';

/** A row before and after a write. No `before`: it is new. No `after`: it is deleted. */
export type RecordChange = { kind: string; before?: Facts | undefined; after?: Facts | undefined };
type AuditedChange = { rank: number; eventType: EventType; sentence: string; change: AuditChange; place: Named };
type Named = AuditPlace & { customerName?: string | undefined; projectName?: string | undefined };

/** The event type of a change; undefined if the change makes no event. */
function typeOf(kind: AuditSchema, { before, after }: RecordChange, changed: readonly string[]): EventType | undefined {
  if (after === undefined) return kind.deleted;
  if (before === undefined) return typeof kind.created === 'string' ? kind.created : kind.created(after);
  if (changed.length === 0) return undefined;
  return typeof kind.updated === 'string' ? kind.updated : kind.updated({ before, after, changed });
}

const ACTIONS = { create: 'create', update: 'update', delete: 'delete' } as const;
const actionOf = ({ before, after }: RecordChange) =>
  after === undefined ? ACTIONS.delete : before === undefined ? ACTIONS.create : ACTIONS.update;

function namedPlace(kind: AuditSchema, facts: Facts): Named {
  const place = kind.placeOf(facts);
  return {
    ...place,
    customerName:
      textOf(facts, 'customerName') ?? (kind.model === 'Structure.Customer' ? textOf(facts, 'name') : undefined),
    projectName:
      textOf(facts, 'projectName') ?? (kind.model === 'Structure.Project' ? textOf(facts, 'name') : undefined),
  };
}

function auditedChanges(record: RecordChange): AuditedChange[] {
  const kind = auditSchemaOf(record.kind);
  const facts = record.after ?? record.before;
  if (kind === undefined || facts === undefined) return [];
  const { changed, fields } = fieldChanges(kind.fields, record.before, record.after);
  const eventType = typeOf(kind, record, changed);
  if (eventType === undefined) return [];
  const [name, uuid] = [kind.nameOf(facts), textOf(facts, 'uuid')];
  const change: AuditChange = {
    eventType,
    model: kind.model,
    name,
    action: actionOf(record),
    fields,
    ...(uuid && { uuid }),
  };
  const sentence = `${kind.title} ${name} ${sentenceOf(eventType)}.`;
  return [{ rank: rankOf(record.kind), eventType, sentence, change, place: namedPlace(kind, facts) }];
}

/** From the exact place to no place. */
const PLACE_KEYS: readonly ((place: Named) => string)[] = [
  ({ customerUuid = '', projectUuid = '' }) => `${customerUuid}/${projectUuid}`,
  ({ customerUuid = '' }) => customerUuid,
  () => '',
];
/** Maximum number of events of one commit, in addition to its own rows. */
const MOST_EVENTS = 3;

/** Changes by place, as exact as the maximum number of events allows. */
function grouped(changes: readonly AuditedChange[]): AuditedChange[][] {
  const groupings = PLACE_KEYS.map((keyOf) => [...Map.groupBy(changes, ({ place }) => keyOf(place)).values()]);
  return groupings.find((groups) => groups.length <= MOST_EVENTS) ?? [];
}

/** The fields of a place that all changes share. Fields within the place only count where they are known. */
function commonPlace(changes: readonly AuditedChange[]): Named {
  const common = (field: keyof Named): string | undefined => {
    const [value, ...others] = new Set(changes.flatMap(({ place }) => place[field] ?? []));
    return others.length === 0 ? value : undefined;
  };
  const all = (field: 'customerUuid' | 'projectUuid') =>
    changes.every(({ place }) => place[field] !== undefined) ? common(field) : undefined;
  const [customerUuid, projectUuid] = [all('customerUuid'), all('projectUuid')];
  return {
    ...(customerUuid && { customerUuid, customerName: common('customerName') }),
    ...(projectUuid && { projectUuid, projectName: common('projectName') }),
    clusterUuid: common('clusterUuid'),
    resourceUuid: common('resourceUuid'),
  };
}

const FAILED = /(_failed|_erred|_erred_on_backend)$/;

type Base = { actor: Actor; now: Date; newUuid: () => Uuid };

function eventOf({ actor, now, newUuid }: Base, changes: readonly AuditedChange[]): AuditEvent[] {
  const ranked = changes.toSorted((a, b) => a.rank - b.rank);
  const [first] = ranked;
  if (first === undefined) return [];
  return [
    {
      uuid: newUuid(),
      created: now.toISOString(),
      eventType: first.eventType,
      eventTypes: [...new Set(ranked.map(({ eventType }) => eventType))],
      message: first.sentence,
      result: FAILED.test(first.eventType) ? 'failed' : 'success',
      actor,
      ...commonPlace(ranked),
      changes: ranked.map(({ change }) => change),
    },
  ];
}

/**
 * The events of writes that are carried out at once: one for each place, which is mostly one. Separate events make sure
 * that nobody reads changes of places that they cannot see.
 * With too many places there is one event for each customer, or one for staff. Returns none if no change needs an
 * event.
 */
export function buildAuditEvents(base: Base, records: readonly RecordChange[]): AuditEvent[] {
  return grouped(records.flatMap(auditedChanges)).flatMap((changes) => eventOf(base, changes));
}
