import { type DynamoDBClient, GetItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { columnsOf, INDEX_NAMES, type IndexName, TABLE_INDEXES } from '#shared/contracts/table';
import { rowSize, type StoredRow } from '#test/row-size';
import type { TableNames } from '../_worlds/new-store.ts';

type Written = { before: StoredRow | undefined; after: StoredRow | undefined; isTransaction: boolean };
/** For one kind of row: the number of writes, and the write units in the table and in the indexes. */
type KindUnits = { writes: number; inTable: number; inIndexes: number };

export type WrittenUnits = {
  byKind(): Record<string, KindUnits>;
  total(): number;
  table(): string;
  /** The write units that the database itself has reported for the counted writes. */
  saidByDatabase(): number;
  reset(): void;
};

const unitsOf = (...rows: (StoredRow | undefined)[]): number =>
  Math.max(0, ...rows.map((row) => (row ? Math.max(1, Math.ceil(rowSize(row) / 1024)) : 0)));

/** The copy of a row in an index. Undefined if the index does not contain the row. */
function entryIn(name: IndexName, row: StoredRow | undefined) {
  const { partitionKey, sortKey } = TABLE_INDEXES[name];
  const columns = columnsOf(name);
  if (!row?.[partitionKey] || !row[sortKey]) return undefined;
  const kept = new Set<string>(['pk', 'sk', partitionKey, sortKey, ...(columns ?? [])]);
  const entry = columns ? Object.fromEntries(Object.entries(row).filter(([key]) => kept.has(key))) : row;
  return { entry, key: `${row[partitionKey].S} ${row[sortKey].S}` };
}

const isSame = (a: StoredRow, b: StoredRow): boolean =>
  [a, b].map((row) => JSON.stringify(Object.entries(row).sort())).every((text, _at, [first]) => text === first);

/** An unchanged entry costs nothing. An entry that moves costs a delete and a write. */
function unitsIn(name: IndexName, { before, after }: Written): number {
  const [old, next] = [entryIn(name, before), entryIn(name, after)];
  if (old && next && old.key !== next.key) return unitsOf(old.entry) + unitsOf(next.entry);
  return old && next && isSame(old.entry, next.entry) ? 0 : unitsOf(old?.entry, next?.entry);
}

const kindOf = ({ before, after }: Written): string => {
  const row = after ?? before;
  return row?.kind?.S ?? row?.sk?.S ?? 'nothing';
};

type Operation = { TableName?: string; Item?: StoredRow; Key?: StoredRow; UpdateExpression?: string };
type Deleted = { DeleteRequest?: { Key?: StoredRow } };
type Request = Operation & {
  TransactItems?: Partial<Record<'Put' | 'Update' | 'Delete' | 'ConditionCheck', Operation>>[];
  RequestItems?: Record<string, Deleted[]>;
};
const nameOf = (row: StoredRow): string => `${row.pk?.S} ${row.sk?.S}`;

/** The operations of a write request, including condition checks, which change nothing. */
function operationsOf({ TransactItems, RequestItems, ...single }: Request): Operation[] {
  if (TransactItems) return TransactItems.flatMap((item) => Object.values(item));
  if (!RequestItems) return [single];
  const deleted = Object.entries(RequestItems).flatMap(([TableName, items]) =>
    items.flatMap(({ DeleteRequest: { Key } = {} }) => (Key ? [{ TableName, Key }] : [])),
  );
  return deleted;
}

const WRITES = /^(Put|Update|Delete|TransactWrite|BatchWrite)/;

function tally() {
  const counts = new Map<string, KindUnits>();
  let said = 0;
  const total = () => [...counts.values()].reduce((sum, { inTable, inIndexes }) => sum + inTable + inIndexes, 0);
  const line = (kind: string, ...figures: number[]) =>
    `${kind.padEnd(20)}${figures.map((figure) => String(figure).padStart(8)).join('')}\n`;
  const lines = () =>
    [...counts].map(([kind, { writes, inTable, inIndexes }]) => line(kind, writes, inTable, inIndexes)).sort();
  const read: WrittenUnits = {
    table: () => [...lines(), line('all', total())].join(''),
    byKind: () => Object.fromEntries([...counts].sort(([a], [b]) => a.localeCompare(b))),
    total,
    saidByDatabase: () => said,
    reset() {
      counts.clear();
      said = 0;
    },
  };
  return {
    read,
    add(kind: string, inTable: number, inIndexes: number): void {
      const known = counts.get(kind) ?? { writes: 0, inTable: 0, inIndexes: 0 };
      const sum = { inTable: known.inTable + inTable, inIndexes: known.inIndexes + inIndexes };
      counts.set(kind, { writes: known.writes + 1, ...sum });
    },
    say(units: number): void {
      said += units;
    },
  };
}

/** Keeps a copy of all rows, to find a row's content before and after each write. */
async function shadowOf(client: DynamoDBClient, { tableName, auditTableName }: TableNames) {
  const rows = new Map<string, StoredRow>();
  for (const TableName of [tableName, auditTableName]) {
    const { Items = [] } = await client.send(new ScanCommand({ TableName }));
    for (const row of Items) rows.set(nameOf(row), row);
  }
  const now = async ({ Item, Key, TableName, UpdateExpression }: Operation) =>
    UpdateExpression && Key ? (await client.send(new GetItemCommand({ TableName, Key }))).Item : Item;
  return async (operation: Operation, isTransaction: boolean): Promise<Written> => {
    const name = nameOf(operation.Item ?? operation.Key ?? {});
    const written = { before: rows.get(name), after: await now(operation), isTransaction };
    if (written.after) rows.set(name, written.after);
    else rows.delete(name);
    return written;
  };
}

/**
 * Counts the write units of all further writes by kind of row. Each KB costs one unit in the table, and two within a
 * transaction. Each index with a changed entry costs extra. A refused write counts as one unit.
 */
export async function countWrittenUnits(client: DynamoDBClient, tables: TableNames): Promise<WrittenUnits> {
  const { read, add, say } = tally();
  const carryOut = await shadowOf(client, tables);
  async function note(operation: Operation, isTransaction: boolean): Promise<void> {
    const written = await carryOut(operation, isTransaction);
    const inTable = (isTransaction ? 2 : 1) * Math.max(1, unitsOf(written.before, written.after));
    const inIndexes = INDEX_NAMES.reduce((sum, index) => sum + unitsIn(index, written), 0);
    add(kindOf(written), inTable, inIndexes);
  }
  client.middlewareStack.add(
    (next, context) => async (args) => {
      if (!WRITES.test(context.commandName ?? '')) return next(args);
      const http = args.request as { body: Uint8Array };
      const request: Request = JSON.parse(Buffer.from(http.body).toString());
      http.body = Buffer.from(JSON.stringify({ ...request, ReturnConsumedCapacity: 'TOTAL' }));
      const reply = await next(args).catch((error: unknown) => {
        add('refused', 1, 0);
        say(1);
        throw error;
      });
      const { ConsumedCapacity } = reply.output as { ConsumedCapacity?: { CapacityUnits?: number } };
      say([ConsumedCapacity ?? []].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0));
      for (const operation of operationsOf(request)) await note(operation, request.TransactItems !== undefined);
      return reply;
    },
    { step: 'build', priority: 'high', name: 'countWrittenUnits' },
  );
  return read;
}
