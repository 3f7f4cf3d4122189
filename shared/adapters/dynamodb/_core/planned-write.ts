import type { Write } from '#shared/ports/store';
import type { Key } from './keys.ts';
import type { Row } from './table.ts';
import type { Condition } from './write-rows.ts';

export type PlannedItem = {
  readonly key: Key;
  /** Of a row that is not among the records. */
  readonly tableName?: string;
  /** The row to put; absent when the row is to be removed. */
  readonly row?: Row;
  /** The row is neither put nor removed: the condition is all there is of it. */
  readonly isCheck?: true;
  readonly condition?: Condition;
  /** What the row replaces, or what is removed, with its `kind`: for the audit, where the writer has it at hand. */
  readonly before?: Row;
  /** The record that this row is a part of, before and after: events and seen rows have it in place of the row. */
  readonly whole?: { readonly before?: Row; readonly after?: Row };
  /** A part of another item's record: it counts for nothing among what a transaction may be asked for. */
  readonly isPart?: true;
  /** What to throw when the condition does not hold. */
  readonly refused: () => Error;
};
/** A change of one kept total: the counter row's scope, the kind's attribute, and by how much. */
export type Count = { readonly scope: string; readonly kind: string; readonly by: number };
type Items = readonly PlannedItem[];
/** Where what is to be written depends on what is there, it is found out right before. */
export type PlannedWrite = { readonly items: Items | (() => Promise<Items>); readonly counts: readonly Count[] };

/** What stands behind the opaque `Write` handles that use cases pass around. */
const plans = new WeakMap<Write, PlannedWrite>();

export function plannedWrite(items: PlannedWrite['items'], counts: readonly Count[] = []): Write {
  const handle = Object.freeze({}) as Write;
  plans.set(handle, { items, counts });
  return handle;
}

export function planOf(handle: Write): PlannedWrite {
  const plan = plans.get(handle);
  if (!plan) throw new Error('a write made by another store was given to this one');
  return plan;
}
