import type { AuditMode, Facts } from '../_core/audit-schema.ts';
import { isSameValue } from '../_core/same-value.ts';
import type { FieldChange } from './audit-event.ts';

/** Longer values are cut, so that an event stays small whatever was written. */
const MAX_TEXT = 300;
/** Fields of one record, and a name of each. */
const MAX_FIELDS = 40;
/** Documents of an operator's own may have anything in them. */
const DOCUMENT = /template$/i;

const isMap = (value: unknown): value is Facts => typeof value === 'object' && value !== null && !Array.isArray(value);

function cut(value: unknown): unknown {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length <= MAX_TEXT ? value : `${text.slice(0, MAX_TEXT)}…`;
}

type Pair = { before: unknown; after: unknown };

function valuesOf({ before, after }: Pair, telling: AuditMode): FieldChange {
  if (telling === 'named') return {};
  return { ...(before !== undefined && { before: cut(before) }), ...(after !== undefined && { after: cut(after) }) };
}

/** A map's own fields, one by one, so that a change of one of them does not tell all of them. */
function within(field: string, { before, after }: Pair, telling: AuditMode): [string, FieldChange][] {
  if (telling === 'named' || !(isMap(before) || isMap(after))) return [[field, valuesOf({ before, after }, telling)]];
  const [was, is] = [isMap(before) ? before : {}, isMap(after) ? after : {}];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return names
    .filter((name) => !isSameValue(was[name], is[name]))
    .map((name) => [
      `${field}.${name}`,
      valuesOf({ before: was[name], after: is[name] }, DOCUMENT.test(name) ? 'named' : telling),
    ]);
}

export type AuditedFields = {
  /** Names of the fields that are reason enough to tell of the change. */
  changed: string[];
  fields: Record<string, FieldChange>;
};

/** What of a record changed, as far as it may be told. Absent before: it is new; absent after: it is gone. */
export function fieldChanges(
  auditModes: Readonly<Record<string, AuditMode>>,
  before: Facts = {},
  after: Facts = {},
): AuditedFields {
  const differing = Object.entries(auditModes).filter(
    ([field, telling]) => telling !== 'hidden' && !isSameValue(before[field], after[field]),
  );
  const told = differing.flatMap(([field, telling]) =>
    within(field, { before: before[field], after: after[field] }, telling),
  );
  return {
    changed: differing.filter(([, telling]) => telling !== 'detail').map(([field]) => field),
    fields: Object.fromEntries(told.slice(0, MAX_FIELDS)),
  };
}
