import { type AuditMode, type AuditPlace, type AuditSchema, type Facts, textOf } from '../_core/audit-schema.ts';
import { type EventType, sentenceOf } from '../_core/event-type.ts';
import type { Uuid } from '../_core/identifier.ts';
import { isSameValue } from '../_core/values/deep-equal.ts';
import { RECORDS } from '../records.ts';
import type { Actor } from './actor.ts';
import type { AuditChange, AuditEvent, FieldChange } from './audit-event.ts';

/** A row before and after a write. A new row has no `before`. A deleted row has no `after`. */
export type RecordChange = { kind: string; before?: Facts | undefined; after?: Facts | undefined };
type AuditedChange = { rank: number; eventType: EventType; sentence: string; change: AuditChange; place: Named };
type Named = AuditPlace & { customerName?: string | undefined; projectName?: string | undefined };

function typeOf(kind: AuditSchema, { before, after }: RecordChange, changed: readonly string[]): EventType | undefined {
  if (after === undefined) return kind.deleted;
  if (before === undefined) return typeof kind.created === 'string' ? kind.created : kind.created(after);
  if (changed.length === 0) return undefined;
  return typeof kind.updated === 'string' ? kind.updated : kind.updated({ before, after, changed });
}

const ACTIONS = { create: 'create', update: 'update', delete: 'delete' } as const;

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

function auditedChanges(record: RecordChange, isByUser: boolean): AuditedChange[] {
  const kind = auditSchemaOf(record.kind);
  const facts = record.after ?? record.before;
  if (kind === undefined || facts === undefined) return [];
  const { changed, fields } = fieldChanges(kind.fields, record, isByUser);
  const eventType = typeOf(kind, record, changed);
  if (eventType === undefined) return [];
  const [name, uuid] = [kind.nameOf(facts), textOf(facts, 'uuid')];
  const change: AuditChange = {
    eventType,
    model: kind.model,
    name,
    action: record.after === undefined ? ACTIONS.delete : record.before === undefined ? ACTIONS.create : ACTIONS.update,
    fields,
    ...(uuid && { uuid }),
  };
  const sentence = `${kind.title} ${name} ${sentenceOf(eventType)}.`;
  return [{ rank: rankOf(record.kind), eventType, sentence, change, place: namedPlace(kind, facts) }];
}

/**
 * Keys by which changes can be grouped, in the order in which they are tried: by project, by customer, all changes in
 * one group.
 */
const PLACE_KEYS: readonly ((place: Named) => string)[] = [
  ({ customerUuid = '', projectUuid = '' }) => `${customerUuid}/${projectUuid}`,
  ({ customerUuid = '' }) => customerUuid,
  () => '',
];
/** Maximum number of audit events in one transaction. */
const MAX_EVENTS = 3;

/**
 * Groups changes by project. If there are too many projects, groups the changes by customer. If there are also too many
 * customers, puts all changes into one group.
 */
function grouped(changes: readonly AuditedChange[]): AuditedChange[][] {
  const groupings = PLACE_KEYS.map((keyOf) => [...Map.groupBy(changes, ({ place }) => keyOf(place)).values()]);
  return groupings.find((groups) => groups.length <= MAX_EVENTS) ?? [];
}

/**
 * The customer, project, cluster and resource that all changes share. Customer and project are set only if every change
 * has them, with equal values. Cluster and resource need to be equal only in the changes that have them.
 */
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
 * The events of one transaction. There is one event for each project, so that nobody reads changes in projects that
 * they cannot see. If there are too many projects, there is one event for each customer. If there are also too many
 * customers, there is one event that only staff and support see. The list is empty if no change needs an event.
 */
export function buildAuditEvents(base: Base, records: readonly RecordChange[]): AuditEvent[] {
  const isByUser = base.actor.kind === 'user';
  return grouped(records.flatMap((record) => auditedChanges(record, isByUser))).flatMap((changes) =>
    eventOf(base, changes),
  );
}

const AUDITED = Object.values(RECORDS).filter(({ audit }) => audit !== undefined);
const BY_KIND = new Map<string, AuditSchema | undefined>(AUDITED.map(({ name, audit }) => [name, audit]));
const RANKS = new Map<string, number>(AUDITED.map(({ name }, rank) => [name, rank]));

/** The audit schema for a row's `kind`. Undefined if changes of such rows make no events. */
export const auditSchemaOf = (kind: string): AuditSchema | undefined => BY_KIND.get(kind);
/**
 * The rank of a kind of record. The change with the smallest rank is the most important, and gives the event its type.
 */
const rankOf = (kind: string): number => RANKS.get(kind) ?? RANKS.size;

/** Maximum length of a value. Longer values are cut, so that an event stays small. */
const MAX_TEXT = 300;
/** Maximum number of a record's fields that an event shows. */
const MAX_FIELDS = 40;
/**
 * Matches names of template fields. Events do not show the values of these fields, because a template may contain
 * secrets.
 */
const DOCUMENT = /template$/i;

const isMap = (value: unknown): value is Facts => typeof value === 'object' && value !== null && !Array.isArray(value);

function cut(value: unknown): unknown {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length <= MAX_TEXT ? value : `${text.slice(0, MAX_TEXT)}…`;
}

type Pair = { before: unknown; after: unknown };

function valuesOf({ before, after }: Pair, mode: AuditMode): FieldChange {
  if (mode === 'named') return {};
  return { ...(before !== undefined && { before: cut(before) }), ...(after !== undefined && { after: cut(after) }) };
}

/**
 * Reports the fields of a map one by one, so that a change of one field does not show the values of the other fields.
 */
function within(field: string, { before, after }: Pair, mode: AuditMode): [string, FieldChange][] {
  if (mode === 'named' || !(isMap(before) || isMap(after))) return [[field, valuesOf({ before, after }, mode)]];
  const [was, is] = [isMap(before) ? before : {}, isMap(after) ? after : {}];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return names
    .filter((name) => !isSameValue(was[name], is[name]))
    .map((name) => [
      `${field}.${name}`,
      valuesOf({ before: was[name], after: is[name] }, DOCUMENT.test(name) ? 'named' : mode),
    ]);
}

type AuditedFields = {
  /** Names of the changed fields for which an event is made. */
  changed: string[];
  fields: Record<string, FieldChange>;
};

/**
 * The changed fields of a record, with the values that audit events may show. A new record has no `before`, and a
 * deleted record has no `after`. Whatever a user changes makes an event.
 */
function fieldChanges(
  auditModes: Readonly<Record<string, AuditMode>>,
  { before = {}, after = {} }: Omit<RecordChange, 'kind'>,
  isByUser: boolean,
): AuditedFields {
  const differing = Object.entries(auditModes).filter(
    ([field, mode]) => mode !== 'hidden' && !isSameValue(before[field], after[field]),
  );
  const reported = differing.flatMap(([field, mode]) =>
    within(field, { before: before[field], after: after[field] }, mode),
  );
  return {
    changed: differing.filter(([, mode]) => isByUser || mode !== 'detail').map(([field]) => field),
    fields: Object.fromEntries(reported.slice(0, MAX_FIELDS)),
  };
}
