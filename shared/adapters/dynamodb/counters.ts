import { z } from 'zod';
import { counterKey, type Key, type KindName } from './keys.ts';
import type { Count } from './planned-write.ts';
import { getRows } from './read-rows.ts';
import type { Table } from './table.ts';

/** One update of a counter row: attribute → by how much. */
export type CounterUpdate = { readonly key: Key; readonly deltas: Readonly<Record<string, number>> };

/** One update per row, since a transaction may touch a row once; what adds up to nothing is left out. */
export function counterUpdates(counts: readonly Count[]): CounterUpdate[] {
  const rows = new Map<string, Map<string, number>>();
  for (const { scope, kind, by } of counts) {
    const row = rows.get(scope) ?? new Map<string, number>();
    rows.set(scope, row.set(kind, (row.get(kind) ?? 0) + by));
  }
  return [...rows]
    .map(([scope, row]) => ({
      key: counterKey(scope),
      deltas: Object.fromEntries([...row].filter(([, by]) => by !== 0)),
    }))
    .filter(({ deltas }) => Object.keys(deltas).length > 0);
}

const counterRow = z.looseObject({ pk: z.string() });

/** The kept totals of one kind, by scope; a scope that never had any is 0. */
export async function totalsOf(
  table: Table,
  kind: KindName,
  scopes: readonly string[],
): Promise<(scope: string) => number> {
  const rows = await getRows(table, scopes.map(counterKey));
  const totals = new Map(
    rows.map((row) => {
      const { pk, [kind]: total } = counterRow.parse(row);
      return [pk, z.number().int().default(0).parse(total)];
    }),
  );
  return (scope) => totals.get(counterKey(scope).pk) ?? 0;
}
