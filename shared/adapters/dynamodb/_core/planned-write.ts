import type { Write } from '#shared/ports/store';
import type { Key } from './keys.ts';
import type { Row } from './table.ts';
import type { Condition } from './write-rows.ts';

export type PlannedItem = {
  readonly key: Key;
  /** Name of the table, if it is not the table of records. */
  readonly tableName?: string;
  /** The row to put. Absent for a deletion. */
  readonly row?: Row;
  /** If true, only the condition is checked. Nothing is put or deleted. */
  readonly isCheck?: true;
  readonly condition?: Condition;
  /** The row that the write replaces or deletes, if the writer has read that row. The audit event shows this row. */
  readonly before?: Row;
  /**
   * The whole record before and after the write, if this row is only a part of the record. The audit event and the
   * cache use the whole record instead of the row.
   */
  readonly whole?: { readonly before?: Row; readonly after?: Row };
  /**
   * True if the row is a part of a larger record. The larger record counts as one item of a commit, so this row is not
   * counted.
   */
  readonly isPart?: true;
  readonly refused: () => Error;
};
/** A change of one total: the scope of the counter row, the kind of records that are counted, and the difference. */
export type Count = { readonly scope: string; readonly kind: string; readonly by: number };
type Items = readonly PlannedItem[];
/**
 * A write before its commit. Items that depend on stored rows are given as a function, which computes them right before
 * the write.
 */
export type PlannedWrite = { readonly items: Items | (() => Promise<Items>); readonly counts: readonly Count[] };

/** The plan of each `Write`. Use cases see a `Write` only as an opaque handle. */
const plans = new WeakMap<Write, PlannedWrite>();

export function plannedWrite(items: PlannedWrite['items'], counts: readonly Count[] = []): Write {
  const handle = Object.freeze({}) as Write;
  plans.set(handle, { items, counts });
  return handle;
}

export function planOf(handle: Write): PlannedWrite {
  const plan = plans.get(handle);
  if (!plan) throw new Error('the write was prepared by another store, so this store cannot commit it');
  return plan;
}
