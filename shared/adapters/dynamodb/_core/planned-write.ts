import type { Write } from '#shared/ports/store';
import type { Key } from './keys.ts';
import type { Row } from './table.ts';
import type { Condition } from './write-rows.ts';

export type PlannedItem = {
  readonly key: Key;
  /** For a row outside of the table of records. */
  readonly tableName?: string;
  /** The row to put. Absent for a deletion. */
  readonly row?: Row;
  /** Neither a put nor a deletion: only the condition is checked. */
  readonly isCheck?: true;
  readonly condition?: Condition;
  /** The replaced or deleted row with its `kind`, for the audit, if the writer has it. */
  readonly before?: Row;
  /** The record that this row is a part of, before and after. Audit and cache use it instead of the row. */
  readonly whole?: { readonly before?: Row; readonly after?: Row };
  /** A part of another item's record. It does not count towards the limit of a use case. */
  readonly isPart?: true;
  /** What to throw when the condition fails. */
  readonly refused: () => Error;
};
/** A change of one total: scope of the counter row, the kind's attribute, and the difference. */
export type Count = { readonly scope: string; readonly kind: string; readonly by: number };
type Items = readonly PlannedItem[];
/** When the items depend on stored rows, they are computed right before writing. */
export type PlannedWrite = { readonly items: Items | (() => Promise<Items>); readonly counts: readonly Count[] };

/** The plans behind the opaque `Write` handles of use cases. */
const plans = new WeakMap<Write, PlannedWrite>();

export function plannedWrite(items: PlannedWrite['items'], counts: readonly Count[] = []): Write {
  const handle = Object.freeze({}) as Write;
  plans.set(handle, { items, counts });
  return handle;
}

export function planOf(handle: Write): PlannedWrite {
  const plan = plans.get(handle);
  if (!plan) throw new Error('the write was prepared by another store, and cannot be committed here');
  return plan;
}
