import { z } from 'zod';
import { TTL_ATTRIBUTE } from '#shared/contracts/table';
import type { CounterRepository, WindowCountRepository } from '#shared/ports/store';
import { ALL, type Key, type KindName, projectScope, sequenceKey, windowCountKey } from '../keys.ts';
import type { Count } from '../planned-write.ts';
import type { Row, Table } from '../table.ts';
import { addToRow, type Condition } from '../write-rows.ts';

/**
 * Number of counter rows that share the totals of a scope (docs/decisions/0039-no-row-that-all-orders-write.md). One
 * BatchGetItem reads at most a hundred rows, so one call can read them all.
 */
const SHARDS_OF_ALL = 32;
const SHARDS_OF_ONE = 4;
/** Key of a counter row. The row has one number for each kind of record. */
const counterKey = (scope: string, shard = 0): Key => ({
  pk: shard === 0 ? `COUNTER#${scope}` : `COUNTER#${scope}#${shard}`,
  sk: 'COUNTER',
});
/** Keys of all counter rows of a scope. The scope's total is the sum over these rows. */
const counterKeys = (scope: string): Key[] =>
  Array.from({ length: scope === ALL ? SHARDS_OF_ALL : SHARDS_OF_ONE }, (_, shard) => counterKey(scope, shard));

/**
 * Attribute of the counter rows of a project that is being deleted. While the attribute is set, no record can be added
 * to the project (docs/decisions/0039-no-row-that-all-orders-write.md).
 */
export const CLOSED = 'closed';
export const OPEN: Condition = {
  expression: '(attribute_not_exists(#closed) OR #closed = :open)',
  names: { '#closed': CLOSED },
  values: { ':open': 0 },
};
const isProject = (scope: string): boolean => scope.startsWith(projectScope(''));

/** One update of a scope's totals. The update adds `deltas` to a row that is chosen at random from `keys`. */
export type CounterUpdate = {
  readonly keys: readonly Key[];
  readonly deltas: Readonly<Record<string, number>>;
  readonly condition?: Condition;
};

/**
 * Sums up changes of totals to one update for each scope, because a transaction may write a row only once. A sum of
 * zero needs no update.
 */
export function counterUpdates(counts: readonly Count[]): CounterUpdate[] {
  const rows = new Map<string, Map<string, number>>();
  for (const { scope, kind, by } of counts) {
    const row = rows.get(scope) ?? new Map<string, number>();
    rows.set(scope, row.set(kind, (row.get(kind) ?? 0) + by));
  }
  return [...rows]
    .map(([scope, row]) => ({
      keys: counterKeys(scope),
      deltas: Object.fromEntries([...row].filter(([, by]) => by !== 0)),
      ...(isProject(scope) && [...row.values()].some((by) => by > 0) && { condition: OPEN }),
    }))
    .filter(({ deltas }) => Object.keys(deltas).length > 0);
}

const counterRow = z.looseObject({ pk: z.string() });

/**
 * Keys of the rows with the totals of these scopes. `totalsIn` sums up one kind over these rows. A scope without rows
 * has the total zero.
 */
export const totalKeys = (scopes: readonly string[]): Key[] => scopes.flatMap(counterKeys);
export function totalsIn(rows: readonly Row[], kind: KindName): (scope: string) => number {
  const totals = new Map(
    rows.map((row) => {
      const { pk, [kind]: total } = counterRow.parse(row);
      return [pk, z.number().int().default(0).parse(total)];
    }),
  );
  return (scope) => counterKeys(scope).reduce((sum, { pk }) => sum + (totals.get(pk) ?? 0), 0);
}

const counted = z.object({ last: z.int().positive() });

/**
 * Gives out numbers in sequence, with one row for each name. One update increments the row's number and returns it, so
 * no number is given out twice.
 */
export function counterRepository(table: Table): CounterRepository {
  return {
    async next(name) {
      return counted.parse(await addToRow(table, sequenceKey(name), 'last', 1)).last;
    },
  };
}

const countedTries = z.object({ tries: z.int().positive() });

/** Counts events in time windows, with one row for each key and window. DynamoDB removes the row after its window. */
export const windowCountRepository = (table: Table, kind: 'BAD_CREDENTIALS' | 'MAIL_COUNT'): WindowCountRepository => ({
  async count(key, { start, end }) {
    const row = await addToRow(table, windowCountKey(kind, key, start), 'tries', 1, { [TTL_ATTRIBUTE]: end });
    return countedTries.parse(row).tries;
  },
});
