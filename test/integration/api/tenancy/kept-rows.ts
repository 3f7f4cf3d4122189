import { type DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import { TABLE_KEYS } from '#shared/contracts/table';

/** A database gives the keys of a map in any order, also those of maps inside. */
const inKeyOrder = (item: object): string =>
  JSON.stringify(item, (_key, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => a.localeCompare(b)))
      : value,
  );

/** Rows of a table as text, by their keys. */
export type Rows = ReadonlyMap<string, string>;

/** Rows of the whole installation: numbers of slugs, mails to an address, and counts of things (a customer's counts are the customer's). */
const SHARED = ['COUNTER#ALL', 'SEQUENCE#', 'MAIL_COUNT#'];
const isShared = (key: string): boolean => SHARED.some((prefix) => key.startsWith(prefix));

/** Every row of the table that belongs to somebody. */
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

/** Keys of rows that were there before and are gone or others now. */
export const changedRows = (before: Rows, after: Rows): string[] =>
  [...before].filter(([key, text]) => after.get(key) !== text).map(([key]) => key);

/** Rows that were not there before, with one of these marks in their text. */
export const newRowsWith = (marks: readonly string[], before: Rows, after: Rows): string[] =>
  [...after].flatMap(([key, text]) => {
    const row = `${key} ${text}`;
    return !before.has(key) && marks.some((mark) => row.includes(mark)) ? [row] : [];
  });
