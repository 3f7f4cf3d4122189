import { BatchWriteCommand, DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { BackendThrottled } from '#shared/errors';
import type { Key, LookupKey } from './keys.ts';
import { storedRow } from './stored-row.ts';
import { calling, isConditionFailed, type Row, type Table } from './table.ts';

/**
 * A condition in DynamoDB's syntax. It uses placeholders for names and values (`#name`, `:value`), because some names
 * are words that DynamoDB reserves.
 */
export type Condition = {
  expression: string;
  names: Readonly<Record<string, string>>;
  values?: Readonly<Record<string, unknown>>;
};
export type Sending = { abortSignal?: AbortSignal };
export const ABSENT: Condition = { expression: 'attribute_not_exists(#pk)', names: { '#pk': 'pk' } };
export const PRESENT: Condition = { expression: 'attribute_exists(#pk)', names: { '#pk': 'pk' } };

export const assertInput = (condition: Condition) => ({
  ConditionExpression: condition.expression,
  ExpressionAttributeNames: { ...condition.names },
  ...(condition.values && { ExpressionAttributeValues: { ...condition.values } }),
});
export const conditionInput = (condition: Condition | undefined) => condition && assertInput(condition);

const unlessRefused = async (op: string, call: () => Promise<unknown>): Promise<boolean> => {
  try {
    await calling(op, call);
    return true;
  } catch (error) {
    if (isConditionFailed(error)) return false;
    throw error;
  }
};

/** Puts a row. Returns false, without any change, if the condition failed. */
export function putRow(
  { documents, tableName }: Table,
  row: Row,
  condition?: Condition,
  sending: Sending = {},
): Promise<boolean> {
  const input = { TableName: tableName, Item: storedRow(row), ...conditionInput(condition) };
  return unlessRefused('putItem', () => documents.send(new PutCommand(input), sending));
}

/**
 * Deletes a row. Returns false, without any change, if the condition failed. Without a condition, a missing row counts
 * as deleted.
 */
export function removeRow(
  { documents, tableName }: Table,
  key: Key,
  condition?: Condition,
  sending: Sending = {},
): Promise<boolean> {
  const input = { TableName: tableName, Key: key, ...conditionInput(condition) };
  return unlessRefused('deleteItem', () => documents.send(new DeleteCommand(input), sending));
}

/** Moves a row to another place in the lookup index, without parsing the row. Returns false if the row is gone. */
export function moveInLookup({ documents, tableName }: Table, key: Key, lookup: LookupKey): Promise<boolean> {
  const input = {
    TableName: tableName,
    Key: key,
    UpdateExpression: 'SET #lookupPk = :lookupPk, #lookupSk = :lookupSk',
    ConditionExpression: PRESENT.expression,
    ExpressionAttributeNames: { ...PRESENT.names, '#lookupPk': 'lookupPk', '#lookupSk': 'lookupSk' },
    ExpressionAttributeValues: { ':lookupPk': lookup.lookupPk, ':lookupSk': lookup.lookupSk },
  };
  return unlessRefused('updateItem', () => documents.send(new UpdateCommand(input)));
}

/**
 * Sets a text attribute of an existing row, if the attribute is missing or its value sorts before `below`.
 * Otherwise changes nothing and returns false. Also returns false if the row is missing.
 */
export function setIfBelow(
  { documents, tableName }: Table,
  key: Key,
  { attribute, value, below }: { attribute: string; value: string; below: string },
): Promise<boolean> {
  const input = {
    TableName: tableName,
    Key: key,
    UpdateExpression: 'SET #raised = :value',
    ConditionExpression: `${PRESENT.expression} AND (attribute_not_exists(#raised) OR #raised < :from)`,
    ExpressionAttributeNames: { ...PRESENT.names, '#raised': attribute },
    ExpressionAttributeValues: { ':value': value, ':from': below },
  };
  return unlessRefused('updateItem', () => documents.send(new UpdateCommand(input)));
}

/**
 * Adds to a numeric attribute of a row and returns the new value. Creates the row if it does not exist. This is a
 * single write, so no two callers get the same number. The same write sets the attributes in `also`.
 */
export async function addToRow(
  { documents, tableName }: Table,
  key: Key,
  attribute: string,
  by: number,
  also: Readonly<Record<string, number>> = {},
): Promise<Row> {
  const others = Object.entries(also);
  const set = others.map((_, index) => `#also${index} = :also${index}`).join(', ');
  const input = {
    TableName: tableName,
    Key: key,
    UpdateExpression: `ADD #number :by${set && ` SET ${set}`}`,
    ExpressionAttributeNames: {
      '#number': attribute,
      ...Object.fromEntries(others.map(([name], index) => [`#also${index}`, name])),
    },
    ExpressionAttributeValues: {
      ':by': by,
      ...Object.fromEntries(others.map(([, value], index) => [`:also${index}`, value])),
    },
    ReturnValues: 'UPDATED_NEW' as const,
  };
  const { Attributes } = await calling('updateItem', () => documents.send(new UpdateCommand(input)));
  return Attributes ?? {};
}

/** DynamoDB's limit for one BatchWriteItem. */
const BATCH_WRITES = 25;
/**
 * A busy table leaves some deletions undone, and later calls of BatchWriteItem repeat them. This is the maximum number
 * of calls beyond one call for each chunk.
 */
const SPARE_ROUNDS = 3;

/** Deletes rows in chunks. A failure can leave some rows, so the caller must be able to repeat the call. */
export async function removeRows({ documents, tableName }: Table, keys: readonly Key[]): Promise<void> {
  let left: Row[] = keys.map(({ pk, sk }) => ({ pk, sk }));
  const rounds = Math.ceil(keys.length / BATCH_WRITES) + SPARE_ROUNDS;
  for (let round = 0; round < rounds && left.length > 0; round += 1) {
    const requests = left.slice(0, BATCH_WRITES).map((Key) => ({ DeleteRequest: { Key } }));
    const reply = await calling('batchWriteItem', () =>
      documents.send(new BatchWriteCommand({ RequestItems: { [tableName]: requests } })),
    );
    const handedBack = (reply.UnprocessedItems?.[tableName] ?? []).flatMap(({ DeleteRequest }) =>
      DeleteRequest?.Key ? [DeleteRequest.Key] : [],
    );
    left = [...left.slice(BATCH_WRITES), ...handedBack];
  }
  if (left.length > 0) throw new BackendThrottled('The database is busy.', { op: 'batchWriteItem' });
}
