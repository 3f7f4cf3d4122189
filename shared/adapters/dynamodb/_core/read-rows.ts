import {
  BatchGetCommand,
  GetCommand,
  QueryCommand,
  type QueryCommandInput,
  type QueryCommandOutput,
} from '@aws-sdk/lib-dynamodb';
import { z } from 'zod';
import { columnsOf, type IndexName, TABLE_INDEXES, TABLE_KEYS, TTL_ATTRIBUTE } from '#shared/contracts/table';
import { BackendThrottled } from '#shared/errors';
import type { Key } from './keys.ts';
import { readRow } from './stored-row.ts';
import { calling, nowSeconds, type Row, type Table } from './table.ts';
import type { Condition } from './write-rows.ts';

/** DynamoDB's limit for one BatchGetItem. */
const BATCH_GET_KEYS = 100;
/**
 * Maximum number of calls of BatchGetItem for the same keys. A call may leave some keys unprocessed, which are then
 * read again. If keys are left after the last call, the database counts as busy.
 */
const BATCH_ROUNDS = 3;
/**
 * The highest limit of a query. DynamoDB expects a 32-bit integer. A page of 1 MB never has so many rows, so lowering a
 * higher limit to this number changes no result.
 */
const MAX_ROWS = 2 ** 31 - 1;
/**
 * How many rows of the table are read at a time for the entries of an index. Without this limit, thousands of rows
 * would be read even for a caller that stops early.
 */
const ROWS_BEHIND = 3 * BATCH_GET_KEYS;

/** Whether a row has not expired. DynamoDB removes expired rows late, so readers must not see them. */
const isLive = (table: Table, row: Row): boolean => {
  const expiry = row[TTL_ATTRIBUTE];
  return typeof expiry !== 'number' || expiry > nowSeconds(table);
};

/** Leaves out expired rows, adds the fields that stored rows omit, and caches the rows. */
function seen(table: Table, rows: readonly Row[]): Row[] {
  const live = rows.filter((row) => isLive(table, row)).map(readRow);
  for (const row of live) table.seen.remember(row);
  return live;
}

/** Reads one row with strong consistency. */
export async function getRow(table: Table, key: Key): Promise<Row | undefined> {
  const { Item } = await calling('getItem', () =>
    table.documents.send(new GetCommand({ TableName: table.tableName, Key: key, ConsistentRead: true })),
  );
  return Item && seen(table, [Item])[0];
}

async function batchGet(table: Table, keys: readonly Key[]): Promise<Row[]> {
  const rows: Row[] = [];
  let request: Record<string, { Keys: Row[]; ConsistentRead: boolean }> = {
    [table.tableName]: { Keys: [...keys], ConsistentRead: true },
  };
  for (let round = 0; round < BATCH_ROUNDS; round += 1) {
    const reply = await calling('batchGetItem', () =>
      table.documents.send(new BatchGetCommand({ RequestItems: request })),
    );
    rows.push(...(reply.Responses?.[table.tableName] ?? []));
    const left = reply.UnprocessedKeys?.[table.tableName]?.Keys;
    if (!left?.length) return rows;
    request = { [table.tableName]: { Keys: left, ConsistentRead: true } };
  }
  throw new BackendThrottled('The database is busy.', { op: 'batchGetItem' });
}

/**
 * Reads several rows with strong consistency, with one call for each 100 keys. The order is undefined. Keys without a
 * row are left out.
 */
export async function getRows(table: Table, keys: readonly Key[]): Promise<Row[]> {
  const chunks = Array.from({ length: Math.ceil(keys.length / BATCH_GET_KEYS) }, (_, index) =>
    keys.slice(index * BATCH_GET_KEYS, (index + 1) * BATCH_GET_KEYS),
  );
  const rows = await Promise.all(chunks.map((chunk) => batchGet(table, chunk)));
  return seen(table, rows.flat());
}

type InIndex = { index?: IndexName; partition: string };

/**
 * A query of one partition, smallest sort key first. Reads of the table are strongly consistent, reads of an index
 * eventually consistent.
 */
export type PartitionQuery = {
  partition: string;
  index?: IndexName;
  prefix?: string;
  /** First and last sort key, both included. Used instead of `prefix`. */
  range?: { from: string; to: string };
  /** Condition for the returned rows. DynamoDB still reads, and charges for, the rows that it leaves out. */
  filter?: Condition;
  newestFirst?: boolean;
  /** Maximum number of rows in a page. DynamoDB also ends a page after 1 MB. */
  limit?: number;
  /** The columns to return. By default, all columns. */
  columns?: readonly string[];
};

function sortCondition({ prefix, range }: PartitionQuery, sortKey: string): Condition {
  const names = { '#sk': sortKey };
  if (range) {
    const values = { ':from': range.from, ':to': range.to };
    return { expression: ' AND #sk BETWEEN :from AND :to', names, values };
  }
  return prefix
    ? { expression: ' AND begins_with(#sk, :prefix)', names, values: { ':prefix': prefix } }
    : { expression: '', names: {} };
}

function projection(columns: readonly string[]): Condition {
  const names = columns.map((column, at) => [`#column${at}`, column] as const);
  return { expression: names.map(([name]) => name).join(', '), names: Object.fromEntries(names) };
}

function queryInput(table: Table, query: PartitionQuery): QueryCommandInput {
  const { index, filter } = query;
  const only = query.columns && projection(query.columns);
  const { partitionKey, sortKey } = index ? TABLE_INDEXES[index] : TABLE_KEYS;
  const sort = sortCondition(query, sortKey);
  return {
    TableName: table.tableName,
    ...(index ? { IndexName: index } : { ConsistentRead: true }),
    KeyConditionExpression: `#pk = :pk${sort.expression}`,
    ...(filter && { FilterExpression: filter.expression }),
    ...(only && { ProjectionExpression: only.expression }),
    ExpressionAttributeNames: { '#pk': partitionKey, ...sort.names, ...filter?.names, ...only?.names },
    ExpressionAttributeValues: { ':pk': query.partition, ...sort.values, ...filter?.values },
    ScanIndexForward: !query.newestFirst,
    ...(query.limit && { Limit: Math.min(query.limit, MAX_ROWS) }),
  };
}

const keyed = z.object({ pk: z.string(), sk: z.string() });

/**
 * Reads the table's rows for the given index entries, in batches and in the order of the entries. An index lags behind
 * the table. So an entry is left out if its row was deleted or has left the partition.
 */
async function* rowsBehind(table: Table, entries: readonly Row[], query: Required<InIndex>): AsyncGenerator<Row[]> {
  const { partitionKey } = TABLE_INDEXES[query.index];
  for (let start = 0; start < entries.length; start += ROWS_BEHIND) {
    const keys = entries.slice(start, start + ROWS_BEHIND).map((entry) => keyed.parse(entry));
    const found = new Map((await getRows(table, keys)).map((row) => [`${row.pk} ${row.sk}`, row]));
    yield keys.flatMap(({ pk, sk }) => {
      const row = found.get(`${pk} ${sk}`);
      return row?.[partitionKey] === query.partition ? [row] : [];
    });
  }
}

/**
 * Reads a partition page by page, so that the caller may stop early. If an index has only some columns, the whole rows
 * are read from the table.
 */
export async function* pagesOf(table: Table, query: PartitionQuery): AsyncGenerator<Row[]> {
  const { index, partition } = query;
  const isWhole = index === undefined || columnsOf(index) === undefined;
  for await (const { rows } of entriesOf(table, query)) {
    if (isWhole || rows.length === 0) yield rows;
    else yield* rowsBehind(table, rows, { index, partition });
  }
}

/**
 * Reads the entries of a partition, page by page. `query` reads the first page, and `further` reads the later pages.
 * The next page begins after the key `next`. If the index has `columns`, an entry contains only the keys and these
 * columns.
 */
export async function* entriesOf(
  table: Table,
  query: PartitionQuery,
  further = query,
): AsyncGenerator<{ rows: Row[]; next?: Row }> {
  let input = queryInput(table, query);
  let next: Row | undefined;
  do {
    const asked = { ...input, ...(next && { ExclusiveStartKey: next }) };
    const reply = await calling('query', () => table.documents.send(new QueryCommand(asked)));
    next = reply.LastEvaluatedKey;
    yield { rows: seen(table, reply.Items ?? []), ...(next && { next }) };
    input = queryInput(table, further);
  } while (next);
}

function countPage(table: Table, { columns: _, ...query }: PartitionQuery, from?: Row): Promise<QueryCommandOutput> {
  const input = {
    ...queryInput(table, query),
    Select: 'COUNT' as const,
    ...(from && { ExclusiveStartKey: from }),
  };
  return calling('query', () => table.documents.send(new QueryCommand(input)));
}

/** Counts the rows of the first page of a query. DynamoDB ends a page after 1 MB. */
export async function countRows(table: Table, query: PartitionQuery): Promise<number> {
  const { Count = 0 } = await countPage(table, query);
  return Count;
}

/** Counts the rows after the key `from`, with one call for each megabyte. */
export async function countFrom(table: Table, query: PartitionQuery, from: Row): Promise<number> {
  let total = 0;
  for (let next: Row | undefined = from; next; ) {
    const reply = await countPage(table, query, next);
    total += reply.Count ?? 0;
    next = reply.LastEvaluatedKey;
  }
  return total;
}

export async function rowsOf(table: Table, query: PartitionQuery): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const page of pagesOf(table, query)) rows.push(...page);
  return rows;
}
