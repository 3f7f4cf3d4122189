import { type DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import { TABLE_KEYS } from '#shared/contracts/table';

/** An item as text with sorted keys at every level. DynamoDB returns the keys of a map in any order. */
const inKeyOrder = (item: object): string =>
  JSON.stringify(item, (_key, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => a.localeCompare(b)))
      : value,
  );

export type Rows = ReadonlyMap<string, string>;

/**
 * Key prefixes of rows that belong to the whole installation: total counts, slug sequences, and mails per address.
 * Counts per customer have other prefixes.
 */
const SHARED = ['COUNTER#ALL', 'SEQUENCE#', 'MAIL_COUNT#'];
const isShared = (key: string): boolean => SHARED.some((prefix) => key.startsWith(prefix));

/** All rows of the table, by key, except those with a prefix of `SHARED`. */
export async function keptRows({ client, tableName }: { client: DynamoDBClient; tableName: string }): Promise<Rows> {
  const rows = new Map<string, string>();
  for await (const { Items = [] } of paginateScan({ client }, { TableName: tableName, ConsistentRead: true })) {
    for (const item of Items) {
      const key = [TABLE_KEYS.partitionKey, TABLE_KEYS.sortKey].map((name) => item[name]?.S ?? '').join(' ');
      if (!isShared(key)) rows.set(key, inKeyOrder(item));
    }
  }
  return rows;
}

export const changedRows = (before: Rows, after: Rows): string[] =>
  [...before].filter(([key, text]) => after.get(key) !== text).map(([key]) => key);

export const newRowsWith = (marks: readonly string[], before: Rows, after: Rows): string[] =>
  [...after].flatMap(([key, text]) => {
    const row = `${key} ${text}`;
    return !before.has(key) && marks.some((mark) => row.includes(mark)) ? [row] : [];
  });
