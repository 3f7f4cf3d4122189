import type { AuditMode, Facts } from '../_core/audit-schema.ts';
import { isSameValue } from '../_core/same-value.ts';
import type { FieldChange } from './audit-event.ts';

/** Longer values are cut, so that an event stays small. */
const MAX_TEXT = 300;
/** Maximum number of fields of one record, and of characters of a name. */
const MAX_FIELDS = 40;
/** Documents of an operator may contain anything. */
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

/** The fields of a map one by one, so that a change of one does not show all of them. */
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

export type AuditedFields = {
  /** Names of the fields that justify an event. */
  changed: string[];
  fields: Record<string, FieldChange>;
};

/**
 * The changed fields of a record, as far as the audit may show them. No `before`: it is new. No `after`: it is deleted.
 */
export function fieldChanges(
  auditModes: Readonly<Record<string, AuditMode>>,
  before: Facts = {},
  after: Facts = {},
): AuditedFields {
  const differing = Object.entries(auditModes).filter(
    ([field, mode]) => mode !== 'hidden' && !isSameValue(before[field], after[field]),
  );
  const reported = differing.flatMap(([field, mode]) =>
    within(field, { before: before[field], after: after[field] }, mode),
  );
  return {
    changed: differing.filter(([, mode]) => mode !== 'detail').map(([field]) => field),
    fields: Object.fromEntries(reported.slice(0, MAX_FIELDS)),
  };
}
