import type { Write } from '#shared/ports/store';
import type { Key } from './keys.ts';
import type { Row } from './table.ts';
import type { Condition } from './write-rows.ts';

export type PlannedItem = {
  readonly key: Key;
  /** Name of the table, for a row outside of the table of records. */
  readonly tableName?: string;
  /** The row to put. Absent for a deletion. */
  readonly row?: Row;
  /** Nothing is put or deleted; only the condition is checked. */
  readonly isCheck?: true;
  readonly condition?: Condition;
  /**
   * The row, with its `kind`, that the write replaces or deletes, if the writer has read it. The audit event needs it.
   */
  readonly before?: Row;
  /**
   * The whole record before and after, if this row is only a part of it. The audit event and the cache use it instead
   * of the row.
   */
  readonly whole?: { readonly before?: Row; readonly after?: Row };
  /** The row is a part of a larger record. A commit counts the whole record as one item, so this row is not counted. */
  readonly isPart?: true;
  /** Makes the error for a failed condition. */
  readonly refused: () => Error;
};
/** A change of one total: the scope of the counter row, the attribute of the kind, and the difference. */
export type Count = { readonly scope: string; readonly kind: string; readonly by: number };
type Items = readonly PlannedItem[];
/** A write before its commit. A function computes the items right before the write, if they depend on stored rows. */
export type PlannedWrite = { readonly items: Items | (() => Promise<Items>); readonly counts: readonly Count[] };

/** The plan behind each `Write`, which is an opaque handle for use cases. */
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
